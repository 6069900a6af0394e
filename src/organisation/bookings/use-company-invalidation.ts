import { useEffect } from 'react';
import { onChangeEvent } from '../../data/change-events.ts';
import type { Uuid } from '../../domain/ids.ts';
import { queryClient } from '../../online/query-client.ts';
import { throttle } from '../../online/use-invalidation.ts';

/**
 * Invalidates an organisation's queries on change events of its companies, throttled and only while the page is
 * visible.
 */
export function useCompanyInvalidation(organisation: Uuid, companies: readonly Uuid[]): void {
  const companyKey = companies.join(' ');
  useEffect(() => {
    if (companyKey === '') return undefined;
    const refresh = throttle(() => void queryClient.invalidateQueries({ queryKey: [organisation] }), {
      pause: 1000,
      isVisible: () => document.visibilityState === 'visible',
    });
    const stops = companyKey.split(' ').map((company) => onChangeEvent(company, refresh.run));
    document.addEventListener('visibilitychange', refresh.onVisible);
    return () => {
      for (const stop of stops) stop();
      refresh.stop();
      document.removeEventListener('visibilitychange', refresh.onVisible);
    };
  }, [organisation, companyKey]);
}

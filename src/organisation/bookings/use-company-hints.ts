import { useEffect } from 'react';
import { onHint } from '../../data/hints.ts';
import type { Uuid } from '../../domain/ids.ts';
import { queryClient } from '../../online/query-client.ts';
import { calmly } from '../../online/use-hints.ts';

/** Brings an organisation's answers up to date when something changes in one of its companies, and only while somebody looks. */
export function useCompanyHints(organisation: Uuid, companies: readonly Uuid[]): void {
  const heard = companies.join(' ');
  useEffect(() => {
    if (heard === '') return undefined;
    const refresh = calmly(() => void queryClient.invalidateQueries({ queryKey: [organisation] }), {
      pause: 1000,
      isSeen: () => document.visibilityState === 'visible',
    });
    const stops = heard.split(' ').map((company) => onHint(company, refresh.run));
    document.addEventListener('visibilitychange', refresh.seen);
    return () => {
      for (const stop of stops) stop();
      refresh.stop();
      document.removeEventListener('visibilitychange', refresh.seen);
    };
  }, [organisation, heard]);
}

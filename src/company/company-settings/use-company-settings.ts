import {
  SETTINGS_CACHE_SCHEMA,
  readCompanySettings,
  saveCompanySettings,
  type SaveRefusal,
  type SaveSettings,
} from '../../data/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { useMutation } from '../../online/use-mutation.ts';

export function useCompanySettings(company: Uuid) {
  useInvalidation(company);
  const query = useServerQuery({
    key: [company, 'settings'],
    fetch: (signal) => readCompanySettings(company, signal),
    cacheSchema: SETTINGS_CACHE_SCHEMA,
  });
  const saving = useMutation<SaveSettings, { version: number }, SaveRefusal>({
    send: (args) => saveCompanySettings(args),
    invalidates: [[company]],
  });
  return { query, saving };
}

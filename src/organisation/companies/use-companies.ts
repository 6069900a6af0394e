import { useCallback, useEffect, useState } from 'react';
import { loadOverseenCompanies, type OverseenCompany } from '../../data/companies.ts';
import type { FailureCode } from '../../domain/result.ts';

export interface CompaniesState {
  /** Null until the first answer. */
  companies: OverseenCompany[] | null;
  failure: FailureCode | null;
}

/** The companies from the server; asked again when the network comes back after a failure. */
export function useCompanies(): { state: CompaniesState; reload: () => void } {
  const [state, setState] = useState<CompaniesState>({ companies: null, failure: null });
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    const controller = new AbortController();
    void loadOverseenCompanies(controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      setState((before) =>
        answer.ok ? { companies: answer.data, failure: null } : { ...before, failure: answer.code },
      );
    });
    return () => controller.abort();
  }, [attempt]);

  const failed = state.failure !== null;
  useEffect(() => {
    if (!failed) return undefined;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [failed, reload]);

  return { state, reload };
}

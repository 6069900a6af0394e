/** Query cache of the online screens. Loaded with the first of them, after the first paint. */
import { QueryClient } from '@tanstack/react-query';
import type { Failure } from '../domain/result.ts';

/** Carries a failure through TanStack Query, whose queries fail by throwing. */
export class QueryFailed extends Error {
  override readonly name = 'QueryFailed';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Milliseconds for which a response counts as fresh when a screen is opened again. */
export const STALE_TIME_MS = 15_000;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // guardedFetch has already retried, and `navigator.onLine` is unreliable.
        retry: false,
        networkMode: 'always',
        staleTime: STALE_TIME_MS,
        gcTime: 10 * 60_000,
      },
    },
  });

export const queryClient = createQueryClient();

/** What the online screens have asked for in this tab. Comes with the first screen that asks, after the app's first paint. */
import { QueryClient } from '@tanstack/react-query';
import type { Failure } from '../domain/result.ts';

/** The library's queries fail by throwing; ours fail by value until here. */
export class QueryFailed extends Error {
  override readonly name = 'AnswerFailed';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Milliseconds for which an answer is taken for fresh when a screen is opened again. */
export const STALE_TIME_MS = 15_000;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The fetch guard has retried already, and the browser's word on the network is not to be trusted.
        retry: false,
        networkMode: 'always',
        staleTime: STALE_TIME_MS,
        gcTime: 10 * 60_000,
      },
    },
  });

export const queryClient = createQueryClient();

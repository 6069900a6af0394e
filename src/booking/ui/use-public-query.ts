/** Loads data when a page needs it, and tells when that takes long. */
import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../domain/result.ts';

/** Milliseconds after which a wait is explained. */
const LONG_WAIT_MS = 5000;

export type PublicQueryState<T> =
  | { state: 'waiting'; isLong: boolean }
  | { state: 'loaded'; data: T }
  | { state: 'failed'; failure: Failure };

type QueryResult<T> = { ok: true; data: T } | Failure;

/** `key` identifies the request: a new key loads again, and late responses to an older one are dropped. */
export function usePublicQuery<T>(
  key: string,
  fetchData: (signal: AbortSignal) => Promise<QueryResult<T>>,
): PublicQueryState<T> & { refetch(): void } {
  const [current, setCurrent] = useState<{ key: string; state: PublicQueryState<T> } | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const set = (state: PublicQueryState<T>) => !controller.signal.aborted && setCurrent({ key, state });
    const long = setTimeout(() => set({ state: 'waiting', isLong: true }), LONG_WAIT_MS);
    void fetchData(controller.signal).then((result) => {
      clearTimeout(long);
      set(result.ok ? { state: 'loaded', data: result.data } : { state: 'failed', failure: result });
    });
    return () => {
      clearTimeout(long);
      controller.abort();
    };
    // The key identifies what `fetchData` loads.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, round]);
  const refetch = useCallback(() => {
    setCurrent(null);
    setRound((n) => n + 1);
  }, []);
  const result: PublicQueryState<T> = current?.key === key ? current.state : { state: 'waiting', isLong: false };
  return { ...result, refetch };
}

/** Loads data when a page needs it, and tells when that takes long. */
import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '../../domain/result.ts';

/** Milliseconds after which a wait is explained. */
const LONG_WAIT_MS = 5000;

export type PublicQueryState<T> =
  | { state: 'waiting'; isLong: boolean }
  | { state: 'loaded'; data: T }
  | { state: 'failed'; failure: Failure };

type Answer<T> = { ok: true; data: T } | Failure;

/** `key` identifies the request: a new key loads again, and late responses to an older one are dropped. */
export function usePublicQuery<T>(
  key: string,
  fetchAnswer: (signal: AbortSignal) => Promise<Answer<T>>,
): PublicQueryState<T> & { refetch(): void } {
  const [current, setCurrent] = useState<{ key: string; state: PublicQueryState<T> } | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const set = (state: PublicQueryState<T>) => !controller.signal.aborted && setCurrent({ key, state });
    const long = setTimeout(() => set({ state: 'waiting', isLong: true }), LONG_WAIT_MS);
    void fetchAnswer(controller.signal).then((answer) => {
      clearTimeout(long);
      set(answer.ok ? { state: 'loaded', data: answer.data } : { state: 'failed', failure: answer });
    });
    return () => {
      clearTimeout(long);
      controller.abort();
    };
    // The key identifies what `fetchAnswer` loads.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, round]);
  const refetch = useCallback(() => {
    setCurrent(null);
    setRound((n) => n + 1);
  }, []);
  const result: PublicQueryState<T> = current?.key === key ? current.state : { state: 'waiting', isLong: false };
  return { ...result, refetch };
}

/** Debounced server preview of a mutation. */
import { useEffect, useRef, useState } from 'react';

/** Debounce in milliseconds. */
const DEBOUNCE_MS = 200;

export interface Preview<T> {
  /** Result for the present input; null while loading. */
  result: T | null;
  /** Result for the previous input, which a form may show until the next arrives. */
  lastResult: T | null;
  /** Sets the result, for example from the mutation itself; valid until the input changes. */
  setResult(result: T): void;
  /** Fetches the preview of the same input again. */
  refetch(): void;
}

/** Previews whenever `inputKey` changes. `inputKey` identifies the input; null while it is incomplete. */
export function usePreview<T>(inputKey: string | null, ask: () => Promise<T>): Preview<T> {
  const [latestResult, setLast] = useState<{ inputKey: string; result: T } | null>(null);
  const [times, setTimes] = useState(0);
  const latest = useRef({ inputKey, ask });
  latest.current = { inputKey, ask };

  useEffect(() => {
    if (inputKey === null) return undefined;
    const timer = setTimeout(() => {
      void latest.current.ask().then((result) => {
        if (latest.current.inputKey === inputKey) setLast({ inputKey, result });
      });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [inputKey, times]);

  return {
    result: latestResult?.inputKey === inputKey ? latestResult.result : null,
    lastResult: latestResult?.result ?? null,
    setResult: (result) => inputKey !== null && setLast({ inputKey, result }),
    refetch: () => setTimes((before) => before + 1),
  };
}

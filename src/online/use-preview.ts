/** Debounced server preview of a mutation. */
import { useEffect, useRef, useState } from 'react';

/** Debounce in milliseconds. */
const REST = 200;

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

/** Previews whenever `asked` changes. `asked` identifies the input; null while it is incomplete. */
export function usePreview<T>(asked: string | null, ask: () => Promise<T>): Preview<T> {
  const [last, setLast] = useState<{ asked: string; answer: T } | null>(null);
  const [times, setTimes] = useState(0);
  const latest = useRef({ asked, ask });
  latest.current = { asked, ask };

  useEffect(() => {
    if (asked === null) return undefined;
    const timer = setTimeout(() => {
      void latest.current.ask().then((answer) => {
        if (latest.current.asked === asked) setLast({ asked, answer });
      });
    }, REST);
    return () => clearTimeout(timer);
  }, [asked, times]);

  return {
    result: last?.asked === asked ? last.answer : null,
    lastResult: last?.answer ?? null,
    setResult: (answer) => asked !== null && setLast({ asked, answer }),
    refetch: () => setTimes((before) => before + 1),
  };
}

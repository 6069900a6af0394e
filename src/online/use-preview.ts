/** What would come of something, asked of the server anew whenever it is another thing, after a moment in which it stays the same. */
import { useEffect, useRef, useState } from 'react';

/** Milliseconds of rest after which it is asked. */
const REST = 200;

export interface Preview<T> {
  /** Of what is asked about now; null while it is looked up. */
  result: T | null;
  /** Of what was asked about last: what a form goes on showing until the next is there. */
  lastResult: T | null;
  /** The act itself was answered so: it holds until something else is asked. */
  setResult(result: T): void;
  /** Asks once more about the same. */
  refetch(): void;
}

/** `asked` names what is asked about; null while something is missing. */
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

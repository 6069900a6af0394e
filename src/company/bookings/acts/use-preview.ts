/** What would come of something, asked of the server anew whenever it is another thing. */
import { useEffect, useRef, useState } from 'react';

/** Milliseconds of rest after which it is asked. */
const REST = 200;

/** What is asked about, by name. What is only said about it changes nothing, so that nobody is asked anew while somebody types. */
export const previewKey = (asked: object | null): string | null =>
  asked &&
  JSON.stringify(asked, (name, value: unknown) =>
    name === 'words' ? undefined : name === 'override' || name === 'message' ? typeof value === 'string' : value,
  );

/**
 * `asked` names what is asked about; null while something is missing. `answer` is of `asked`, or null while it is looked up; `again`
 * forgets it and asks once more.
 */
export function usePreview<T>(asked: string | null, ask: () => Promise<T>) {
  const [said, setSaid] = useState<{ asked: string; answer: T } | null>(null);
  const latest = useRef({ asked, ask });
  latest.current = { asked, ask };

  useEffect(() => {
    if (asked === null) return undefined;
    const timer = setTimeout(() => {
      void latest.current.ask().then((answer) => {
        if (latest.current.asked === asked) setSaid({ asked, answer });
      });
    }, REST);
    return () => clearTimeout(timer);
  }, [asked]);

  return {
    answer: said?.asked === asked ? said.answer : null,
    /** The act itself was answered so: it holds until something else is asked. */
    told: (answer: T) => asked !== null && setSaid({ asked, answer }),
  };
}

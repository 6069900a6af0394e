/** How long something has been waited for: `short` shows nothing yet, `shown` a sign of life, `long` says what is the matter. */
import { useEffect, useState } from 'react';

export const SHOW_AFTER = 100;
export const EXPLAIN_AFTER = 5000;

export type Wait = 'short' | 'shown' | 'long';

/** Counts from when it is mounted. */
export function useWait(): Wait {
  const [wait, setWait] = useState<Wait>('short');
  useEffect(() => {
    const shown = setTimeout(() => setWait('shown'), SHOW_AFTER);
    const long = setTimeout(() => setWait('long'), EXPLAIN_AFTER);
    return () => {
      clearTimeout(shown);
      clearTimeout(long);
    };
  }, []);
  return wait;
}

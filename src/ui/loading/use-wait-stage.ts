/** How long something has been waited for: `short` shows nothing yet, `shown` a sign of life, `long` says what is the matter. */
import { useEffect, useState } from 'react';

export const SHOW_AFTER_MS = 100;
export const EXPLAIN_AFTER_MS = 5000;

export type WaitStage = 'short' | 'shown' | 'long';

/** Counts from when it is mounted. */
export function useWaitStage(): WaitStage {
  const [wait, setWait] = useState<WaitStage>('short');
  useEffect(() => {
    const shown = setTimeout(() => setWait('shown'), SHOW_AFTER_MS);
    const long = setTimeout(() => setWait('long'), EXPLAIN_AFTER_MS);
    return () => {
      clearTimeout(shown);
      clearTimeout(long);
    };
  }, []);
  return wait;
}

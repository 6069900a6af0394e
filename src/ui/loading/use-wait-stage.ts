/** Stages of a wait: `short` shows nothing, `shown` a loading indicator, `long` an explanation. */
import { useEffect, useState } from 'react';

export const SHOW_AFTER_MS = 100;
export const EXPLAIN_AFTER_MS = 5000;

export type WaitStage = 'short' | 'shown' | 'long';

/** Returns the stage of a wait that begins when the component is mounted. */
export function useWaitStage(): WaitStage {
  const [wait, setWait] = useState<WaitStage>('short');
  useEffect(() => {
    const shownTimer = setTimeout(() => setWait('shown'), SHOW_AFTER_MS);
    const long = setTimeout(() => setWait('long'), EXPLAIN_AFTER_MS);
    return () => {
      clearTimeout(shownTimer);
      clearTimeout(long);
    };
  }, []);
  return wait;
}

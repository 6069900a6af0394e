import { useCallback, useEffect, useState } from 'react';

/**
 * Runs a callback after a save once the form has rendered as clean: navigating earlier would be blocked by the dirty
 * form and undone.
 */
export function useAfterReset(isDirty: boolean): (act: () => void) => void {
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!waiting || isDirty) return;
    setWaiting(null);
    waiting();
  }, [isDirty, waiting]);
  return useCallback((act) => setWaiting(() => act), []);
}

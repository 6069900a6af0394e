import { useCallback, useEffect, useState } from 'react';

/**
 * Does something after a save, once the form is drawn with nothing unsaved: an address that closes the form waits for as long as it
 * holds something, and would take back what is opened meanwhile.
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

import { useCallback, useState } from 'react';
import type { RollCallDialog } from './roll-call-context.ts';

/** Returns the open dialog, and whether the scanner is open. Closing a dialog returns to the scanner. */
export function useRollCallDialogs() {
  const [dialog, setDialog] = useState<RollCallDialog | null>(null);
  const [scanning, setScanning] = useState(false);
  const openDialog = useCallback(
    (requested: RollCallDialog) => (requested.kind === 'scan' ? setScanning(true) : setDialog(requested)),
    [],
  );
  const closeDialog = useCallback(() => setDialog(null), []);
  const closeScan = useCallback(() => setScanning(false), []);
  return { dialog, scanning, openDialog, closeDialog, closeScan };
}

export type RollCallDialogs = ReturnType<typeof useRollCallDialogs>;

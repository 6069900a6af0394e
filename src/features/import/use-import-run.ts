import { useEffect, useRef, useState } from 'react';
import type { ClassifiedRow } from '../../domain/import/rows.ts';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import type { ImportPlan } from './import-plan.ts';
import { runImport, type Write } from './run-import.ts';

export interface ImportRunState<Sent> {
  /** Rows processed so far; null while nothing runs. */
  processed: number | null;
  start(rows: readonly ClassifiedRow<Sent>[], write: Write<Sent>): Promise<void>;
  stop(): void;
}

/** Runs an import with progress. Leaving the screen stops it. */
export function useImportRun<Field extends string, Sent>(
  { chunk }: ImportPlan<Field, Sent>,
  onFinished: (rows: readonly ClassifiedRow<Sent>[]) => void,
): ImportRunState<Sent> {
  const [processed, setProcessed] = useState<number | null>(null);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  useDirtyForm(processed !== null, [], { isWork: true });
  return {
    processed,
    start: async (rows, write) => {
      const controller = new AbortController();
      control.current = controller;
      setProcessed(0);
      const after = await runImport({
        rows,
        write,
        signal: controller.signal,
        onProgress: setProcessed,
        ...(chunk ? { chunk } : {}),
      });
      onFinished(after);
    },
    stop: () => control.current?.abort(),
  };
}

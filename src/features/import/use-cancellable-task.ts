import { useCallback, useEffect, useRef, useState } from 'react';
import type { FailureCode, Result } from '../../domain/result.ts';
import { ReadAborted, type AskOptions } from './file-reader.ts';

export interface CancellableTask {
  /** Progress from 0 to 1; null while nothing runs. */
  share: number | null;
  /** `file` if the file could not be read. */
  failed: FailureCode | 'file' | null;
  run<T>(work: (options: AskOptions) => Promise<Result<T>>, onDone: (value: T) => void): Promise<void>;
  stop(): void;
}

/** Runs one task at a time, with progress and cancellation. */
export function useCancellableTask(): CancellableTask {
  const [share, setShare] = useState<number | null>(null);
  const [failed, setFailed] = useState<CancellableTask['failed']>(null);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  const run = useCallback<CancellableTask['run']>(async (work, onDone) => {
    control.current?.abort();
    const controller = new AbortController();
    control.current = controller;
    setFailed(null);
    setShare(0);
    try {
      const result = await work({ signal: controller.signal, onShare: setShare });
      if (controller.signal.aborted) return;
      setShare(null);
      if (result.ok) onDone(result.data);
      else setFailed(result.code);
    } catch (error) {
      if (controller.signal.aborted || error instanceof ReadAborted) return;
      setShare(null);
      setFailed('file');
    }
  }, []);
  const stop = useCallback(() => {
    control.current?.abort();
    setShare(null);
  }, []);
  return { share, failed, run, stop };
}

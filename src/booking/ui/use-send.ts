/** Sends one request at a time, and keeps its failure. */
import { useState } from 'react';
import type { Failure } from '../../domain/result.ts';

export interface SendState {
  isBusy: boolean;
  /** Failure of the last request; cleared by the next. */
  failure: Failure | null;
  /** Does nothing while a request is running. `work` handles the response and returns the failure to show, if any. */
  send(work: () => Promise<Failure | null>): Promise<void>;
}

export function useSend(): SendState {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  async function send(work: () => Promise<Failure | null>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    setFailure(await work());
    setBusy(false);
  }
  return { isBusy, failure, send };
}

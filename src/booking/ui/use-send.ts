/** What a press sends: one at a time, and why no answer came. */
import { useState } from 'react';
import type { Failure } from '../../domain/result.ts';

export interface SendState {
  isBusy: boolean;
  /** Of the last one; gone as soon as the next begins. */
  failure: Failure | null;
  /** Does nothing while one is under way. `runDueJobs` sees to its answer, and gives back the failure to be shown. */
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

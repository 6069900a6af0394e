/** Dismisses notices and answers requests, and records the outcome of each. */
import { useState } from 'react';
import { dismissNotices, type GuideNotice, type GuideRequest } from '../../data/pending-requests.ts';
import { answerAssignment, type AssignmentReply } from '../../data/guides.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { FailureCode } from '../../domain/result.ts';
import { queryClient } from '../../online/query-client.ts';
import type { Outcome } from './pending-rows.tsx';

export const keyOfNotice = ({ departureId, notedAt }: GuideNotice) => `${departureId} ${notedAt}`;
export const keyOfRequest = ({ departureId }: GuideRequest) => departureId;

/** Outcomes and failures are by key of the notice or request. */
export type PendingAnswers = ReturnType<typeof usePendingAnswers>;

export function usePendingAnswers(person: Uuid) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<string, FailureCode>>(new Map());
  const [busy, setBusy] = useState(false);

  function recordOutcome(
    keys: readonly string[],
    { outcome, failure }: { outcome?: Outcome; failure?: FailureCode },
  ): void {
    if (outcome) setOutcomes((before) => new Map([...before, ...keys.map((key) => [key, outcome] as const)]));
    setFailures((before) => {
      const after = new Map(before);
      for (const key of keys)
        if (failure) after.set(key, failure);
        else after.delete(key);
      return after;
    });
  }

  async function dismiss(those: readonly GuideNotice[]): Promise<boolean> {
    setBusy(true);
    const seenUntil = those
      .map(({ notedAt }) => notedAt)
      .toSorted()
      .at(-1)!;
    const result = await dismissNotices(person, { departures: those.map(({ departureId }) => departureId), seenUntil });
    setBusy(false);
    recordOutcome(those.map(keyOfNotice), result.ok ? { outcome: 'dismissed' } : { failure: result.code });
    return result.ok;
  }

  /** Answers requests in sequence; ones that can no longer be answered are marked and skipped. */
  async function sendReply(those: readonly GuideRequest[], reply: AssignmentReply): Promise<number> {
    setBusy(true);
    let answeredCount = 0;
    for (const request of those) {
      const key = keyOfRequest(request);
      // In sequence, as each answer may change the conflicts of the next.
      const result = await answerAssignment(request.companyId, { departureId: request.departureId, reply });
      if (result.ok) answeredCount += 1;
      recordOutcome(
        [key],
        result.ok ? { outcome: reply } : result.code === 'refused' ? { outcome: 'ended' } : { failure: result.code },
      );
      if (!result.ok && result.retry) break;
    }
    setBusy(false);
    for (const company of new Set(those.map(({ companyId }) => companyId)))
      void queryClient.invalidateQueries({ queryKey: [company] });
    return answeredCount;
  }

  return { outcomes, failures, busy, dismiss, sendReply };
}

/** Assigns or unassigns a guide departure by departure; one refusal does not affect the others. */
import { assignGuide, unassignGuide } from '../../data/guides.ts';
import type { ConflictKind } from '../../domain/assignment.ts';
import { leadOf } from '../../domain/calendar.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { FailureCode } from '../../domain/result.ts';
import type { ChangedDeparture } from '../../features/departure-changes/departure-change.ts';

/** Why a departure was not assigned: a refusal, conflicts, or a failed request. */
export type AssignmentFailure =
  | { why: 'stale' | 'ended' | 'not_a_guide' | 'stopped' }
  | { why: 'conflicts'; kinds: ConflictKind[] }
  | { why: 'failed'; code: FailureCode };

export interface AssignmentResult {
  done: ChangedDeparture[];
  refused: { departure: ChangedDeparture; not: AssignmentFailure }[];
}

interface Giving {
  departures: readonly ChangedDeparture[];
  /** Null unassigns. */
  guide: Uuid | null;
  despiteConflicts: boolean;
  /** Aborting stops before the next departure; the rest is reported as `stopped`. */
  signal: AbortSignal;
  onStep(done: number): void;
}

export async function assignOneByOne(company: Uuid, giving: Giving): Promise<AssignmentResult> {
  const { departures, guide, despiteConflicts, signal, onStep } = giving;
  const given: AssignmentResult = { done: [], refused: [] };
  for (const departure of departures) {
    const lead = leadOf(departure);
    const not: AssignmentFailure | null = signal.aborted
      ? { why: 'stopped' }
      : await give(company, { departure, lead: lead?.userId ?? null, guide, despiteConflicts });
    if (not) given.refused.push({ departure, not });
    else given.done.push(departure);
    onStep(given.done.length + given.refused.length);
  }
  return given;
}

async function give(
  company: Uuid,
  step: { departure: ChangedDeparture; lead: Uuid | null; guide: Uuid | null; despiteConflicts: boolean },
): Promise<AssignmentFailure | null> {
  const { departure, lead, guide, despiteConflicts } = step;
  if (lead === guide) return null;
  const answer =
    guide === null
      ? await unassignGuide(company, { departure, userId: lead! })
      : await assignGuide(company, {
          departure,
          userId: guide,
          ...(lead === null ? {} : { insteadOf: lead }),
          despiteConflicts,
        });
  if (answer.ok) return null;
  if (answer.code !== 'refused') return { why: 'failed', code: answer.code };
  const { refusal } = answer;
  if (refusal.status !== 'conflicts') return { why: refusal.status };
  return { why: 'conflicts', kinds: [...new Set(refusal.conflicts.map(({ kind }) => kind))] };
}

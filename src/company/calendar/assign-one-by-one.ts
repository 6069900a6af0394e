/** Assigns or unassigns a guide departure by departure; one refusal does not affect the others. */
import { assignGuide, unassignGuide } from '../../data/guides.ts';
import type { ConflictKind } from '../../domain/assignment.ts';
import { leadOf } from '../../domain/calendar.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { FailureCode } from '../../domain/result.ts';
import type { DepartureToChange } from '../../features/departure-changes/departure-change.ts';

/** Why a departure was not assigned: a refusal, conflicts, or a failed request. */
export type AssignmentFailure =
  | { reason: 'stale' | 'ended' | 'not_a_guide' | 'stopped' }
  | { reason: 'conflicts'; kinds: ConflictKind[] }
  | { reason: 'failed'; code: FailureCode };

export interface AssignmentResult {
  done: DepartureToChange[];
  refused: { departure: DepartureToChange; failure: AssignmentFailure }[];
}

interface AssignmentOptions {
  departures: readonly DepartureToChange[];
  /** Null unassigns. */
  guide: Uuid | null;
  ignoreConflicts: boolean;
  /** Aborting stops before the next departure; the rest is reported as `stopped`. */
  signal: AbortSignal;
  onStep(done: number): void;
}

export async function assignOneByOne(company: Uuid, options: AssignmentOptions): Promise<AssignmentResult> {
  const { departures, guide, ignoreConflicts, signal, onStep } = options;
  const result: AssignmentResult = { done: [], refused: [] };
  for (const departure of departures) {
    const leadGuide = leadOf(departure);
    const failure: AssignmentFailure | null = signal.aborted
      ? { reason: 'stopped' }
      : await assignDeparture(company, { departure, leadId: leadGuide?.userId ?? null, guide, ignoreConflicts });
    if (failure) result.refused.push({ departure, failure });
    else result.done.push(departure);
    onStep(result.done.length + result.refused.length);
  }
  return result;
}

async function assignDeparture(
  company: Uuid,
  step: { departure: DepartureToChange; leadId: Uuid | null; guide: Uuid | null; ignoreConflicts: boolean },
): Promise<AssignmentFailure | null> {
  const { departure, leadId, guide, ignoreConflicts } = step;
  if (leadId === guide) return null;
  const result =
    guide === null
      ? await unassignGuide(company, { departure, userId: leadId! })
      : await assignGuide(company, {
          departure,
          userId: guide,
          ...(leadId === null ? {} : { insteadOf: leadId }),
          ignoreConflicts,
        });
  if (result.ok) return null;
  if (result.code !== 'refused') return { reason: 'failed', code: result.code };
  const { refusal } = result;
  if (refusal.status !== 'conflicts') return { reason: refusal.status };
  return { reason: 'conflicts', kinds: [...new Set(refusal.conflicts.map(({ kind }) => kind))] };
}

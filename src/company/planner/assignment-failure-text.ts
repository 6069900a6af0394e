import type { Failure, Refused } from '../../domain/result.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';

type AssignmentRefusal = { status: 'stale' | 'ended' | 'not_a_guide' | 'conflicts' };

/** Returns the id of the text that says why an assignment failed. */
export const assignmentFailureText = (failure: Failure | Refused<AssignmentRefusal>) =>
  failure.code === 'refused' ? (`planner.refused.${failure.refusal.status}` as const) : FAILURE_TEXTS[failure.code];

/** Assigns and unassigns guides with optimistic updates, rolled back if the server refuses. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { assignGuide, unassignGuide, type PlannerData } from '../../data/guides.ts';
import type { Conflict } from '../../domain/assignment.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Failure } from '../../domain/result.ts';
import type { GuideRole } from '../../domain/enums.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { assignmentFailureText } from './assignment-failure-text.ts';
import type { PlannerDeparture } from './planner-model.ts';

export interface AssignmentChange {
  departure: PlannerDeparture;
  /** Guide to unassign, if any. */
  from: Uuid | null;
  /** Guide to assign, if any. */
  to: Uuid | null;
  role: GuideRole;
  ignoreConflicts?: boolean;
}
/** `conflicts`: refused until the user confirms them. */
export type AssignmentOutcome =
  | { kind: 'done' }
  | { kind: 'conflicts'; conflicts: readonly Conflict[] }
  | { kind: 'failed'; text: string; failure?: Failure };

interface OptimisticGuides {
  guides: PlannerDeparture['guides'];
  /** Version that the server returned; null while the request is pending. */
  version: number | null;
}

/** Returns the plan with the optimistic changes applied. */
function applyOptimistic(plan: PlannerData, optimistic: ReadonlyMap<Uuid, OptimisticGuides>): PlannerData {
  if (optimistic.size === 0) return plan;
  return {
    ...plan,
    departures: plan.departures.map((departure) => {
      const entry = optimistic.get(departure.id);
      if (!entry || (entry.version !== null && entry.version <= departure.version)) return departure;
      return { ...departure, guides: entry.guides, version: entry.version ?? departure.version };
    }),
  };
}

export interface Assignments {
  plan: PlannerData;
  /** Departures with a pending request. */
  busy: ReadonlySet<Uuid>;
  act(change: AssignmentChange): Promise<AssignmentOutcome>;
}

export function useAssignments(
  company: Uuid,
  { plan, refetch }: { plan: PlannerData; refetch: () => void },
): Assignments {
  const intl = useIntl();
  const optimistic = useOptimisticGuides(plan);
  const send = useSend(company, { optimistic, refetch });
  const act = useCallback(
    async (change: AssignmentChange): Promise<AssignmentOutcome> => {
      const outcome = await send(change);
      if (outcome.kind !== 'done') return outcome;
      const after = outcome.departure!;
      const changedId = change.to ?? change.from;
      const guides = [...after.guides, ...change.departure.guides];
      void showToast({
        intent: 'success',
        text: intl.formatMessage(
          { id: change.to === null ? 'planner.done.off' : 'planner.done.on' },
          { name: guides.find(({ userId }) => userId === changedId)?.name ?? '' },
        ),
        duration: 10_000,
        action: {
          label: intl.formatMessage({ id: 'planner.undo' }),
          onSelect: () =>
            void send(undoOf(change, after)).then((undone) => {
              if (undone.kind !== 'failed') return;
              void showToast({ intent: 'error', text: undone.text });
            }),
        },
      });
      return outcome;
    },
    [send, intl],
  );
  return { plan: optimistic.plan, busy: optimistic.busy, act };
}

/**
 * Returns the change that undoes another. The server restores the guide's answer, because mails about assignments are
 * sent only minutes later; the role has to be sent again.
 */
const undoOf = ({ departure, from, to, role }: AssignmentChange, after: PlannerDeparture): AssignmentChange => ({
  departure: after,
  from: to,
  to: from,
  role: departure.guides.find(({ userId }) => userId === from)?.role ?? role,
  ignoreConflicts: true,
});

interface OptimisticPlan {
  plan: PlannerData;
  busy: ReadonlySet<Uuid>;
  /** Sets the guides that a departure is shown with; null shows those of the plan again. */
  set(departure: Uuid, entry: OptimisticGuides | null): void;
}

function useOptimisticGuides(plan: PlannerData): OptimisticPlan {
  const [optimistic, setOptimistic] = useState<ReadonlyMap<Uuid, OptimisticGuides>>(new Map());
  const optimisticPlan = useMemo(() => applyOptimistic(plan, optimistic), [plan, optimistic]);
  const busy = useMemo(
    () => new Set([...optimistic].filter(([, { version }]) => version === null).map(([id]) => id)),
    [optimistic],
  );
  const set = useCallback((id: Uuid, entry: OptimisticGuides | null) => {
    setOptimistic((before) => {
      const after = new Map(before);
      if (entry) after.set(id, entry);
      else after.delete(id);
      return after;
    });
  }, []);
  return { plan: optimisticPlan, busy, set };
}

/** Returns a function that applies a change optimistically and sends it. */
function useSend(company: Uuid, { optimistic, refetch }: { optimistic: OptimisticPlan; refetch: () => void }) {
  const intl = useIntl();
  const { set } = optimistic;
  const guides = useRef(optimistic.plan.guides);
  guides.current = optimistic.plan.guides;
  return useCallback(
    async (change: AssignmentChange): Promise<AssignmentOutcome & { departure?: PlannerDeparture }> => {
      const { departure, from, to, role } = change;
      const otherGuides = departure.guides.filter(({ userId }) => userId !== from && userId !== to);
      const name = guides.current.find(({ id }) => id === to)?.name ?? '';
      set(departure.id, {
        guides: to === null ? otherGuides : [...otherGuides, { userId: to, name, role, state: 'proposed' }],
        version: null,
      });
      const result = await sendChange(company, change);
      if (result.ok) {
        const card = result.data.departure;
        set(departure.id, card);
        refetch();
        return { kind: 'done', departure: { ...departure, ...card } };
      }
      set(departure.id, null);
      const text = intl.formatMessage({ id: assignmentFailureText(result) });
      if (result.code !== 'refused') return { kind: 'failed', text, failure: result };
      const { refusal } = result;
      if (refusal.status === 'conflicts') return { kind: 'conflicts', conflicts: refusal.conflicts };
      refetch();
      return { kind: 'failed', text };
    },
    [company, refetch, intl, set],
  );
}

const sendChange = (company: Uuid, { departure, from, to, role, ignoreConflicts = false }: AssignmentChange) =>
  to === null
    ? unassignGuide(company, { departure, userId: from! })
    : assignGuide(company, {
        departure,
        userId: to,
        role,
        ignoreConflicts,
        ...(from === null ? {} : { insteadOf: from }),
      });

/** Assigns and unassigns guides with optimistic updates, rolled back if the server refuses. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { assignGuide, unassignGuide, type PlannerData } from '../../data/guides.ts';
import type { Conflict } from '../../domain/assignment.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Failure } from '../../domain/result.ts';
import type { GuideRole } from '../../domain/enums.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
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
  act(act: AssignmentChange): Promise<AssignmentOutcome>;
}

export function useAssignments(
  company: Uuid,
  { plan, refetch }: { plan: PlannerData; refetch: () => void },
): Assignments {
  const intl = useIntl();
  const [optimistic, setOptimistic] = useState<ReadonlyMap<Uuid, OptimisticGuides>>(new Map());
  const optimisticPlan = useMemo(() => applyOptimistic(plan, optimistic), [plan, optimistic]);
  const busy = useMemo(
    () => new Set([...optimistic].filter(([, { version }]) => version === null).map(([id]) => id)),
    [optimistic],
  );
  const current = useRef(optimisticPlan);
  current.current = optimisticPlan;

  const set = useCallback((id: Uuid, entry: OptimisticGuides | null) => {
    setOptimistic((before) => {
      const after = new Map(before);
      if (entry) after.set(id, entry);
      else after.delete(id);
      return after;
    });
  }, []);

  const send = useCallback(
    async ({
      departure,
      from,
      to,
      role,
      ignoreConflicts = false,
    }: AssignmentChange): Promise<AssignmentOutcome & { departure?: PlannerDeparture }> => {
      const guide = current.current.guides.find(({ id }) => id === to);
      const otherGuides = departure.guides.filter(({ userId }) => userId !== from && userId !== to);
      set(departure.id, {
        guides:
          to === null
            ? otherGuides
            : [...otherGuides, { userId: to, name: guide?.name ?? '', role, state: 'proposed' }],
        version: null,
      });
      const result =
        to === null
          ? await unassignGuide(company, { departure, userId: from! })
          : await assignGuide(company, {
              departure,
              userId: to,
              role,
              ignoreConflicts,
              ...(from === null ? {} : { insteadOf: from }),
            });
      if (result.ok) {
        const card = result.data.departure;
        set(departure.id, card);
        refetch();
        return { kind: 'done', departure: { ...departure, ...card } };
      }
      set(departure.id, null);
      if (result.code !== 'refused')
        return { kind: 'failed', text: intl.formatMessage({ id: FAILURE_TEXTS[result.code] }), failure: result };
      const { refusal } = result;
      if (refusal.status === 'conflicts') return { kind: 'conflicts', conflicts: refusal.conflicts };
      refetch();
      return { kind: 'failed', text: intl.formatMessage({ id: `planner.refused.${refusal.status}` }) };
    },
    [company, refetch, intl, set],
  );

  const act = useCallback(
    async (change: AssignmentChange): Promise<AssignmentOutcome> => {
      const outcome = await send(change);
      if (outcome.kind !== 'done') return outcome;
      const after = outcome.departure!;
      // For the undo: the server restores the guide's answer, because no mail was sent yet; the role has to be sent
      // again.
      const roleBefore = change.departure.guides.find(({ userId }) => userId === change.from)?.role ?? change.role;
      const nameOf = (id: Uuid | null) =>
        [...after.guides, ...change.departure.guides].find(({ userId }) => userId === id)?.name ?? '';
      void showToast({
        intent: 'success',
        text: intl.formatMessage(
          { id: change.to === null ? 'planner.done.off' : 'planner.done.on' },
          { name: nameOf(change.to ?? change.from) },
        ),
        duration: 10_000,
        action: {
          label: intl.formatMessage({ id: 'planner.undo' }),
          onSelect: () =>
            void send({
              departure: after,
              from: change.to,
              to: change.from,
              role: roleBefore,
              ignoreConflicts: true,
            }).then((undone) => {
              if (undone.kind !== 'failed') return;
              void showToast({ intent: 'error', text: undone.text });
            }),
        },
      });
      return outcome;
    },
    [send, intl],
  );
  return { plan: optimisticPlan, busy, act };
}

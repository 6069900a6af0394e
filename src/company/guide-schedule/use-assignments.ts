/** Assigns and unassigns guides with optimistic updates, rolled back if the server refuses. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { assignGuide, unassignGuide, type GuideSchedule } from '../../data/guides.ts';
import type { Conflict } from '../../domain/assignment.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Failure } from '../../domain/result.ts';
import type { GuideRole } from '../../domain/closed-lists.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import type { ScheduleDeparture } from './schedule-model.ts';

export interface AssignmentChange {
  departure: ScheduleDeparture;
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

interface Shown {
  guides: ScheduleDeparture['guides'];
  /** Version that the server returned; null while the request is pending. */
  version: number | null;
}

/** Returns the plan with the optimistic changes applied. */
function withShown(plan: GuideSchedule, shown: ReadonlyMap<Uuid, Shown>): GuideSchedule {
  if (shown.size === 0) return plan;
  return {
    ...plan,
    departures: plan.departures.map((departure) => {
      const one = shown.get(departure.id);
      if (!one || (one.version !== null && one.version <= departure.version)) return departure;
      return { ...departure, guides: one.guides, version: one.version ?? departure.version };
    }),
  };
}

export interface Assignments {
  plan: GuideSchedule;
  /** Departures with a pending request. */
  busy: ReadonlySet<Uuid>;
  act(act: AssignmentChange): Promise<AssignmentOutcome>;
}

export function useAssignments(
  company: Uuid,
  { plan, again }: { plan: GuideSchedule; again: () => void },
): Assignments {
  const intl = useIntl();
  const [shown, setShown] = useState<ReadonlyMap<Uuid, Shown>>(new Map());
  const seen = useMemo(() => withShown(plan, shown), [plan, shown]);
  const busy = useMemo(
    () => new Set([...shown].filter(([, { version }]) => version === null).map(([id]) => id)),
    [shown],
  );
  const current = useRef(seen);
  current.current = seen;

  const set = useCallback((id: Uuid, one: Shown | null) => {
    setShown((before) => {
      const after = new Map(before);
      if (one) after.set(id, one);
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
    }: AssignmentChange): Promise<AssignmentOutcome & { departure?: ScheduleDeparture }> => {
      const guide = current.current.guides.find(({ id }) => id === to);
      const others = departure.guides.filter(({ userId }) => userId !== from && userId !== to);
      set(departure.id, {
        guides: to === null ? others : [...others, { userId: to, name: guide?.name ?? '', role, state: 'proposed' }],
        version: null,
      });
      const answer =
        to === null
          ? await unassignGuide(company, { departure, userId: from! })
          : await assignGuide(company, {
              departure,
              userId: to,
              role,
              despiteConflicts: ignoreConflicts,
              ...(from === null ? {} : { insteadOf: from }),
            });
      if (answer.ok) {
        const card = answer.data.departure;
        set(departure.id, card);
        again();
        return { kind: 'done', departure: { ...departure, ...card } };
      }
      set(departure.id, null);
      if (answer.code !== 'refused')
        return { kind: 'failed', text: intl.formatMessage({ id: FAILURE_TEXTS[answer.code] }), failure: answer };
      const { refusal } = answer;
      if (refusal.status === 'conflicts') return { kind: 'conflicts', conflicts: refusal.conflicts };
      again();
      return { kind: 'failed', text: intl.formatMessage({ id: `guideSchedule.refused.${refusal.status}` }) };
    },
    [company, again, intl, set],
  );

  const act = useCallback(
    async (asked: AssignmentChange): Promise<AssignmentOutcome> => {
      const outcome = await send(asked);
      if (outcome.kind !== 'done') return outcome;
      const after = outcome.departure!;
      // For the undo: the server restores the guide's answer, because no mail was sent yet; the role has to be sent
      // again.
      const roleBefore = asked.departure.guides.find(({ userId }) => userId === asked.from)?.role ?? asked.role;
      const nameOf = (id: Uuid | null) =>
        [...after.guides, ...asked.departure.guides].find(({ userId }) => userId === id)?.name ?? '';
      void showToast({
        intent: 'success',
        text: intl.formatMessage(
          { id: asked.to === null ? 'guideSchedule.done.off' : 'guideSchedule.done.on' },
          { name: nameOf(asked.to ?? asked.from) },
        ),
        duration: 10_000,
        action: {
          label: intl.formatMessage({ id: 'guideSchedule.undo' }),
          onSelect: () =>
            void send({
              departure: after,
              from: asked.to,
              to: asked.from,
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
  return { plan: seen, busy, act };
}

/** Counts what was done as the person who did it would: people and presses, not the actions that say it. */
import type { Action, ActionKind } from './actions.ts';
import type { Uuid } from './ids.ts';

/** `mixed`: of several kinds. */
export interface ActionCount {
  kind: ActionKind | 'mixed';
  count: number;
}

export const NO_ACTIONS: ActionCount = { kind: 'mixed', count: 0 };

/**
 * The actions that count, in their order. A check-in counts each guest. A walk-in counts once, with its guests, their check-ins and its payment;
 * so is what is collected together with a check-in. Taking something back that is itself among the actions counts once, for both.
 */
export function countableActions(actions: readonly Action[]): Action[] {
  const takenBack = new Set(actions.flatMap((action) => (action.kind === 'undo' ? action.payload.actions : [])));
  const standing = actions.filter(({ id }) => !takenBack.has(id));
  const kindsOf = new Map<string, Set<ActionKind>>();
  for (const action of standing)
    kindsOf.set(pressOf(action), (kindsOf.get(pressOf(action)) ?? new Set()).add(action.kind));
  return standing.filter((action) => {
    const kinds = kindsOf.get(pressOf(action));
    if (action.kind === 'payment') return !kinds?.has('walk_in') && !kinds?.has('check_in');
    return action.kind !== 'check_in' || !kinds?.has('walk_in');
  });
}

/** The action that counts for this one: itself, else what the same press made, else what takes it back. */
export function countableActionFor(id: Uuid, actions: readonly Action[]): Action | null {
  const counted = countableActions(actions);
  const asked = actions.find((action) => action.id === id);
  if (!asked) return null;
  if (counted.includes(asked)) return asked;
  const takesBack = (action: Action) => action.kind === 'undo' && action.payload.actions.includes(id);
  return counted.find(takesBack) ?? counted.find((action) => pressOf(action) === pressOf(asked)) ?? null;
}

/** What one press makes of one booking is stored at once, with one time. */
const pressOf = ({ id, deviceId, deviceTime, bookingId }: Action) => `${deviceId} ${deviceTime} ${bookingId ?? id}`;

export function countActions(actions: readonly Action[]): ActionCount {
  const counted = countableActions(actions);
  const [first] = counted;
  const isOne = first !== undefined && counted.every(({ kind }) => kind === first.kind);
  return { kind: isOne ? first.kind : 'mixed', count: counted.length };
}

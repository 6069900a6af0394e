/** Counts what was done as the person who did it would: people and presses, not the actions that say it. */
import type { Action, ActionKind } from './actions.ts';

/** `mixed`: of several kinds. */
export interface Deeds {
  kind: ActionKind | 'mixed';
  count: number;
}

export const NO_DEEDS: Deeds = { kind: 'mixed', count: 0 };

/**
 * A check-in counts each guest. A walk-in is one deed with its guests, their check-ins and its payment; so is what is collected together with
 * a check-in. Taking something back that is itself among the actions counts once, for both.
 */
export function deedsOf(actions: readonly Action[]): Deeds {
  const takenBack = new Set(actions.flatMap((action) => (action.kind === 'undo' ? action.payload.actions : [])));
  const presses = new Map<string, Action[]>();
  for (const action of actions) {
    if (takenBack.has(action.id)) continue;
    // What one press makes is stored at once, with one time.
    const press = `${action.deviceId} ${action.deviceTime} ${action.bookingId ?? action.id}`;
    presses.set(press, [...(presses.get(press) ?? []), action]);
  }
  const counts = new Map<ActionKind, number>();
  for (const press of presses.values()) for (const kind of deedsOfPress(press)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const count = [...counts.values()].reduce((sum, some) => sum + some, 0);
  const [only] = counts.keys();
  return counts.size === 1 && only !== undefined ? { kind: only, count } : { kind: 'mixed', count };
}

function deedsOfPress(press: readonly Action[]): ActionKind[] {
  const kinds = press.map(({ kind }) => kind);
  if (kinds.includes('walk_in')) return kinds.filter((kind) => kind !== 'check_in' && kind !== 'payment');
  return kinds.includes('check_in') ? kinds.filter((kind) => kind !== 'payment') : kinds;
}

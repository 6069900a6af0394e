/** Counts what was done as a person would: a walk-in is one, however many actions carry it; a party of three is three people. */
import type { Action } from './actions.ts';

/** Actions of one tap share its instant. */
const together = (action: Action): string => `${action.deviceId} ${action.deviceTime} ${action.bookingId ?? ''}`;

export function countDeeds(actions: readonly Action[]): number {
  const walkIns = new Set<string>();
  const checkIns = new Set<string>();
  for (const action of actions) {
    if (action.kind === 'walk_in') walkIns.add(together(action));
    else if (action.kind === 'check_in') checkIns.add(together(action));
  }
  return actions.filter((action) => {
    if (action.kind === 'check_in') return !walkIns.has(together(action));
    if (action.kind === 'payment') return !walkIns.has(together(action)) && !checkIns.has(together(action));
    return true;
  }).length;
}

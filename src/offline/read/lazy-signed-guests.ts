/** Seldom needed, and so not among what every start evaluates: until it is there such guests count and have no row. */
import type { Action } from '../../domain/actions.ts';
import type { addSignedGuests } from './signed-guests.ts';

let add: typeof addSignedGuests | null = null;

/** To be awaited, last of all, by whoever shows a departure with these actions. */
export async function loadSignedGuests(actions: readonly Action[]): Promise<void> {
  if (actions.some((action) => action.kind === 'check_in' && action.payload.method === 'signed'))
    add ??= (await import('./signed-guests.ts')).addSignedGuests;
}

export const withSignedGuests: typeof addSignedGuests = (rows, actions) => add?.(rows, actions) ?? rows;

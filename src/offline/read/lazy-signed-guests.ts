/**
 * Lazy loading of `signed-guests.ts`, which is rarely needed at startup. Until it is loaded such guests count but
 * have no row.
 */
import type { Action } from '../../domain/actions.ts';
import type { addSignedGuests } from './signed-guests.ts';

let add: typeof addSignedGuests | null = null;

/**
 * Loads the module if any of these actions needs it. Await it after the last read of a live query, which would not
 * observe reads that follow an import.
 */
export async function loadSignedGuests(actions: readonly Action[]): Promise<void> {
  if (actions.some((action) => action.kind === 'check_in' && action.payload.method === 'signed'))
    add ??= (await import('./signed-guests.ts')).addSignedGuests;
}

export const withSignedGuests: typeof addSignedGuests = (rows, actions) => add?.(rows, actions) ?? rows;

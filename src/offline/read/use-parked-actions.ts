/** Hook to read the actions that the server refused. */
import type { UserDatabase } from '../device/database.ts';
import { useDeviceQuery } from './use-device-query.ts';
import type { ParkedAction } from './views.ts';

/** The query is the same for every company. */
const NO_ID = '';

async function readParked(db: UserDatabase): Promise<ParkedAction[]> {
  const entries = await db.outbox.where('state').equals('parked').sortBy('deviceSequence');
  return entries.map(({ action, outcome, since }) => ({
    action,
    // A parked action's outcome is always a refusal, which the type does not say.
    code: outcome?.status === 'refused' ? outcome.code : 'malformed',
    since,
  }));
}

/** Returns parked actions (the server refused them), oldest first; undefined while loading. */
export function useParkedActions(): ParkedAction[] | undefined {
  return useDeviceQuery(readParked, NO_ID);
}

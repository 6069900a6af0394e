/** Stores the number of unsent actions outside the database, so that their loss can be reported after an eviction. */
import { countActions } from '../../domain/counted-actions.ts';
import { readUnsent } from '../outbox/pending.ts';
import type { SyncStateStore } from '../sync/sync-state.ts';
import type { UserDatabase } from './database.ts';
import type { EnginePorts } from './ports.ts';

/** Milliseconds from a change until the number is stored: a burst of taps is stored once, and no tap waits for it. */
export const NOTE_DELAY_MS = 500;

/** Follows the counts of the sync state. Returns the function that stops it. */
export function noteUnsent(
  db: UserDatabase,
  { clock, mirrorMark }: Pick<EnginePorts, 'clock' | 'mirrorMark'>,
  state: SyncStateStore,
): () => void {
  let notedCounts = '';
  let cancel: (() => void) | null = null;
  const note = async () => {
    cancel = null;
    const now = countActions(await readUnsent(db).catch(() => []));
    const before = mirrorMark.unsent();
    const isNew = now.kind !== before.kind || now.count !== before.count;
    if (isNew && db.isOpen()) mirrorMark.mark(now);
  };
  const follow = () => {
    const { waiting, parked } = state.get();
    const counts = `${waiting} ${parked}`;
    if (counts === notedCounts) return;
    notedCounts = counts;
    cancel ??= clock.after(NOTE_DELAY_MS, () => void note());
  };
  const unsubscribe = state.subscribe(follow);
  return () => {
    unsubscribe();
    cancel?.();
  };
}

import type { Party } from '../../../domain/attendance.ts';
import type { Uuid } from '../../../domain/ids.ts';

/** Returns the guests whose check-in is still in the outbox. */
export function waitingGuestsOf(parties: readonly Party[], waiting: ReadonlySet<Uuid>): Set<Uuid> {
  const ids = new Set<Uuid>();
  if (waiting.size === 0) return ids;
  for (const party of parties) {
    for (const line of party.lines)
      if (line.state.checkIns.some((action) => waiting.has(action.id))) ids.add(line.guest.id);
  }
  return ids;
}

import type { Party } from '../../../domain/attendance.ts';
import type { Uuid } from '../../../domain/ids.ts';

/** Whose check-in is only on this device so far. */
export function waitingGuestsOf(parties: readonly Party[], waiting: ReadonlySet<Uuid>): Set<Uuid> {
  const ids = new Set<Uuid>();
  if (waiting.size === 0) return ids;
  for (const party of parties) {
    for (const line of party.lines)
      if (line.state.checkIns.some((action) => waiting.has(action.id))) ids.add(line.guest.id);
  }
  return ids;
}

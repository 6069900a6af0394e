/** Departure summaries, stored with the rows that they summarise, so that no list scans guests. */
import { foldCheckIn, type RollCall } from '../../domain/check-in.ts';
import type { Action } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredBooking, MirroredDeparture, MirroredGuest, MirroredAction } from '../../domain/mirror.ts';
import { amountDueForDeparture } from '../../domain/money-due.ts';
import type { UserDatabase } from '../device/database.ts';
import type { ReadonlyTables, Summary } from '../device/stored-rows.ts';
import { withSignedGuests } from './lazy-signed-guests.ts';
import { addWalkIns } from './walk-ins.ts';

export interface DepartureRows {
  guests: MirroredGuest[];
  bookings: MirroredBooking[];
  actions: MirroredAction[];
}

/** Reads one departure by index, independent of the size of others. */
export async function readMirrored(db: ReadonlyTables, departureId: Uuid): Promise<DepartureRows> {
  const where = { departureId };
  const [guests, bookings, actions] = await Promise.all([
    db.guests.where(where).toArray(),
    db.bookings.where(where).toArray(),
    db.actions.where(where).toArray(),
  ]);
  return { guests, bookings, actions };
}

export interface FoldedDeparture {
  guests: MirroredGuest[];
  bookings: Map<Uuid, MirroredBooking>;
  rollCall: RollCall;
  /** Bookings of walk-ins that were undone; they owe nothing. */
  undoneWalkIns: ReadonlySet<Uuid>;
}

/** Folds a departure from the mirror and pending actions; everything shown comes from this fold. */
export function foldDeparture(mirrored: DepartureRows, pending: readonly Action[]): FoldedDeparture {
  const actions: Action[] = pending.length === 0 ? mirrored.actions : [...mirrored.actions, ...pending];
  const rollCall = foldCheckIn(mirrored.guests, actions);
  const { guests, bookings } = withSignedGuests(addWalkIns(mirrored, actions), actions);
  const effective = new Set(rollCall.walkIns.map((action) => action.id));
  const undoneWalkIns = new Set<Uuid>();
  for (const action of actions) {
    if (action.kind === 'walk_in' && action.bookingId && !effective.has(action.id)) undoneWalkIns.add(action.bookingId);
  }
  return { guests, bookings, rollCall, undoneWalkIns };
}

export type SummaryFigures = Pick<Summary, 'tally' | 'due' | 'departedAt'>;

export function summaryFigures(folded: FoldedDeparture): SummaryFigures {
  return {
    tally: folded.rollCall.tally,
    due: amountDueForDeparture(folded.bookings.values(), folded.rollCall, folded.undoneWalkIns),
    departedAt: folded.rollCall.departed?.occurredAt ?? null,
  };
}

/** Recomputes the summaries of these departures from their mirrored rows. Runs inside pull's transaction. */
export async function writeSummaries(
  db: UserDatabase,
  { departureIds, stamp }: { departureIds: readonly Uuid[]; stamp: Uuid },
): Promise<void> {
  const departures = await db.departures.bulkGet([...departureIds]);
  const lines: Summary[] = [];
  for (const departure of departures) if (departure) lines.push(await summaryOf(db, departure, stamp));
  await db.summaries.bulkPut(lines);
}

async function summaryOf(db: UserDatabase, departure: MirroredDeparture, stamp: Uuid): Promise<Summary> {
  const folded = foldDeparture(await readMirrored(db, departure.id), []);
  const { id: departureId, companyId, localDate } = departure;
  return { departureId, companyId, localDate, stamp, ...summaryFigures(folded) };
}

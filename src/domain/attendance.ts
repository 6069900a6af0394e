/** The parties of a departure as the roll-call shows them. Pure functions, fast enough for 500 guests. */
import type { AttendanceFilter } from './attendance-filters.ts';
import type { ActionKind } from './actions.ts';
import type { BookingState, GuestState, GuestStatus, RollCall } from './check-in.ts';
import type { Instant, MinorUnits, Uuid } from './ids.ts';
import type { MirroredBooking, MirroredGuest } from './mirror.ts';
import { amountDueForBooking } from './money-due.ts';

/** A parked action: the server refused it, and it has no effect until a person decides. */
export interface RefusedAction {
  id: Uuid;
  kind: ActionKind;
  occurredAt: Instant;
  bookingId: Uuid | null;
  guestId: Uuid | null;
  /** The contact's name of a refused walk-in, which no other row has. */
  name: string | null;
}

export interface GuestLine {
  guest: MirroredGuest;
  /** 1, 2, … within the party. */
  number: number;
  status: GuestStatus;
  state: GuestState;
  at: Instant | null;
  conflict: boolean;
  /** The refused action for this guest, if any. */
  refused: RefusedAction | null;
}

export interface Party {
  booking: MirroredBooking;
  lines: GuestLine[];
  /** The guests who are not cancelled. */
  size: number;
  checkedIn: number;
  due: MinorUnits;
  state: BookingState | null;
  hasNote: boolean;
  /** Refused actions for the party or one of its guests. */
  refused: readonly RefusedAction[];
  /** When the last guest arrived; null if none has. */
  lastArrival: Instant | null;
  /** Equal for parties that render the same and allow the same actions, so that rows re-render only when necessary. */
  readonly signature: string;
}

export interface AttendanceInput {
  guests: readonly MirroredGuest[];
  bookings: ReadonlyMap<Uuid, MirroredBooking>;
  rollCall: RollCall;
  refused: readonly RefusedAction[];
}

const NONE: readonly RefusedAction[] = [];
const NOBODY: GuestState = { status: 'expected', checkIns: [], noShows: [], conflict: false };

/** Groups guests into parties, unsorted. Guests whose booking is not on the device are left out. */
export function partiesOf({ guests, bookings, rollCall, refused }: AttendanceInput): Party[] {
  const byBooking = new Map<Uuid, MirroredGuest[]>();
  for (const guest of guests) {
    const party = byBooking.get(guest.bookingId);
    if (party) party.push(guest);
    else byBooking.set(guest.bookingId, [guest]);
  }
  const parties: Party[] = [];
  for (const [bookingId, members] of byBooking) {
    const booking = bookings.get(bookingId);
    if (!booking) continue;
    const actions = refused.length === 0 ? NONE : refused.filter((action) => action.bookingId === bookingId);
    parties.push(partyOf(booking, members, { rollCall, refused: actions }));
  }
  return parties;
}

function partyOf(
  booking: MirroredBooking,
  members: MirroredGuest[],
  { rollCall, refused }: Pick<AttendanceInput, 'rollCall' | 'refused'>,
): Party {
  const state = rollCall.bookings.get(booking.id) ?? null;
  const party: Party = {
    booking,
    lines: [],
    size: 0,
    checkedIn: 0,
    due: 0,
    state,
    hasNote: Boolean(booking.note) || (state?.notes.length ?? 0) > 0,
    refused,
    lastArrival: null,
    // Lazy: a tap rebuilds 500 parties, but only the dozen visible ones are compared.
    get signature() {
      return (signature ??= signatureOf(party));
    },
  };
  let signature: string | null = null;
  // The person who booked, then named guests, then unnamed ones. Ticket codes are random but stable, so the order is
  // the same on every device and after a pull.
  const rank = ({ name }: MirroredGuest) => (name === null ? 2 : name === booking.contactName ? 0 : 1);
  members.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      collatorFor('en').compare(a.name ?? '', b.name ?? '') ||
      // A guest who is only known from a signed ticket has no code yet.
      (a.ticketCode + a.id < b.ticketCode + b.id ? -1 : 1),
  );
  members.forEach((guest, index) => {
    const state = rollCall.guests.get(guest.id) ?? NOBODY;
    const at = state.checkIns[0]?.occurredAt ?? null;
    const failed = refused.find((action) => action.guestId === guest.id) ?? null;
    party.lines.push({
      guest,
      number: index + 1,
      status: state.status,
      state,
      at,
      conflict: state.conflict,
      refused: failed,
    });
    if (state.status !== 'cancelled') party.size += 1;
    if (state.status === 'checked_in') party.checkedIn += 1;
    if (at !== null && (party.lastArrival === null || at > party.lastArrival)) party.lastArrival = at;
  });
  // A party with only cancelled guests owes nothing.
  if (party.size > 0) party.due = amountDueForBooking(booking, rollCall);
  return party;
}

function signatureOf({ booking, lines: all, due, state, refused }: Party): string {
  const { status, contactName, reference, organisationName, note, lateMinutes = null } = booking;
  const lines = all.map(({ guest, state }) => [
    guest.id,
    guest.name,
    guest.categoryType,
    state.status,
    ...[...state.checkIns, ...state.noShows].map((action) => action.id),
  ]);
  const failed = refused.map((action) => action.id);
  // A note's text never changes, so its action's id is enough.
  const lastNote = state?.notes.at(-1)?.id ?? null;
  return JSON.stringify([
    status,
    lateMinutes,
    contactName,
    reference,
    organisationName,
    due,
    note,
    lastNote,
    lines,
    failed,
  ]);
}

/** Returns whether the guest has not arrived. No-shows count as missing until they check in. */
export const isMissing = (line: GuestLine): boolean => line.status === 'expected' || line.status === 'no_show';

export function passesFilter(filter: AttendanceFilter, line: GuestLine, party: Party): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'missing':
      return isMissing(line);
    case 'checked_in':
      return line.status === 'checked_in';
    case 'due':
      return party.due > 0 && line.status !== 'cancelled';
    case 'note':
      return party.hasNote && line.status !== 'cancelled';
  }
}

/** Counts people for each filter; for `due` and `note` it counts parties, as a family owes once. */
export function filterCounts(parties: readonly Party[]): Record<AttendanceFilter, number> {
  const counts: Record<AttendanceFilter, number> = { all: 0, missing: 0, checked_in: 0, due: 0, note: 0 };
  for (const party of parties) {
    if (party.size === 0) continue;
    counts.all += party.size;
    counts.checked_in += party.checkedIn;
    counts.missing += party.size - party.checkedIn;
    if (party.due > 0) counts.due += 1;
    if (party.hasNote) counts.note += 1;
  }
  return counts;
}

/**
 * Returns the guest that "one more" checks in: the party's next missing guest without a refused action. `busy`: guests
 * whose previous tap is still being recorded.
 */
export function nextMissing(party: Party, busy: ReadonlySet<Uuid>): GuestLine | null {
  return party.lines.find((line) => isMissing(line) && line.refused === null && !busy.has(line.guest.id)) ?? null;
}

/**
 * Returns the guest that "one fewer" undoes: the last one checked in, by the time of the tap. `occurredAt` would be
 * earlier for a check-in that was undone and restored. `busy` as in `nextMissing`.
 */
export function latestHere(party: Party, busy: ReadonlySet<Uuid>): GuestLine | null {
  let latest: GuestLine | null = null;
  const stamp = (line: GuestLine) =>
    line.state.checkIns.reduce((last, { deviceTime, id }) => (deviceTime + id > last ? deviceTime + id : last), '');
  for (const line of party.lines) {
    if (line.status !== 'checked_in' || busy.has(line.guest.id)) continue;
    if (latest === null || stamp(line) > stamp(latest)) latest = line;
  }
  return latest;
}

/** Returns the guest's name, or the contact's name with the guest's number in the party. */
export function guestName(line: GuestLine, party: Party): { name: string; number: number | null } {
  if (line.guest.name) return { name: line.guest.name, number: null };
  return { name: party.booking.contactName, number: party.lines.length > 1 ? line.number : null };
}

const collators = new Map<string, Intl.Collator>();
/** Returns a locale's collator; memoized, as creating one is slow. */
export function collatorFor(locale: string): Intl.Collator {
  let found = collators.get(locale);
  if (!found) collators.set(locale, (found = new Intl.Collator(locale, { sensitivity: 'base', numeric: true })));
  return found;
}

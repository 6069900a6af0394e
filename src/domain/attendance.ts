/** The parties of a departure as the roll-call shows them. Pure, fast for 500 guests. */
import type { AttendanceFilter } from './attendance-filters.ts';
import type { ActionKind } from './actions.ts';
import type { BookingState, GuestState, GuestStatus, RollCall } from './check-in.ts';
import type { Instant, MinorUnits, Uuid } from './ids.ts';
import type { MirroredBooking, MirroredGuest } from './mirror.ts';
import { amountDueForBooking } from './money-due.ts';

/** An action that the server refused and a person must settle; it counts for nothing. */
export interface RefusedAction {
  /** The action that was refused. */
  id: Uuid;
  kind: ActionKind;
  occurredAt: Instant;
  bookingId: Uuid | null;
  guestId: Uuid | null;
  /** Of somebody whom nobody else knows: a walk-in that was not recorded. */
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
  /** What was done for this guest and refused. */
  refused: RefusedAction | null;
}

export interface Party {
  booking: MirroredBooking;
  lines: GuestLine[];
  /** Those who have not been cancelled. */
  size: number;
  here: number;
  due: MinorUnits;
  state: BookingState | null;
  hasNote: boolean;
  /** What was done for any of them, or for all, and refused. */
  refused: readonly RefusedAction[];
  /** When the last of them came; null while nobody has. */
  lastArrival: Instant | null;
  /** Equal for two parties that look the same and on which the same can be done, so that a row repaints only when it must. */
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

/** The parties of a departure, unsorted. A guest whose booking is not on the device is left out. */
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
    here: 0,
    due: 0,
    state,
    hasNote: Boolean(booking.note) || (state?.notes.length ?? 0) > 0,
    refused,
    lastArrival: null,
    // Asked of the dozen that are painted, not of the five hundred that a tap makes anew.
    get signature() {
      return (signature ??= signatureOf(party));
    },
  };
  let signature: string | null = null;
  // Who booked, then by name, then the unnamed. Ticket codes are random but stay: the same order on every device, before and after a pull.
  const place = ({ name }: MirroredGuest) => (name === null ? 2 : name === booking.contactName ? 0 : 1);
  members.sort(
    (a, b) =>
      place(a) - place(b) ||
      createCollator('en').compare(a.name ?? '', b.name ?? '') ||
      // Whom only a signed ticket tells of has no code here yet.
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
    if (state.status === 'checked_in') party.here += 1;
    if (at !== null && (party.lastArrival === null || at > party.lastArrival)) party.lastArrival = at;
  });
  // Nothing is collected from a party that is not coming any more.
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
  // A note's action is its text: neither changes.
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

/** Whether the guest is still waited for: neither here nor given up. No-shows stay missing until somebody comes. */
export const isMissing = (line: GuestLine): boolean => line.status === 'expected' || line.status === 'no_show';

export function passesFilter(filter: AttendanceFilter, line: GuestLine, party: Party): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'missing':
      return isMissing(line);
    case 'here':
      return line.status === 'checked_in';
    case 'due':
      return party.due > 0 && line.status !== 'cancelled';
    case 'note':
      return party.hasNote && line.status !== 'cancelled';
  }
}

/** How many people each filter shows; of what is due and noted, how many parties: a family owes once. */
export function filterCounts(parties: readonly Party[]): Record<AttendanceFilter, number> {
  const counts: Record<AttendanceFilter, number> = { all: 0, missing: 0, here: 0, due: 0, note: 0 };
  for (const party of parties) {
    if (party.size === 0) continue;
    counts.all += party.size;
    counts.here += party.here;
    counts.missing += party.size - party.here;
    if (party.due > 0) counts.due += 1;
    if (party.hasNote) counts.note += 1;
  }
  return counts;
}

/** Whom "one more" lets in: the next who is missing, in the order of the party; nobody whose last action was refused. */
export function nextMissing(party: Party, besides: ReadonlySet<Uuid>): GuestLine | null {
  return party.lines.find((line) => isMissing(line) && line.refused === null && !besides.has(line.guest.id)) ?? null;
}

/** Whom "one fewer" takes back: who was let in last. */
export function latestHere(party: Party, besides: ReadonlySet<Uuid>): GuestLine | null {
  let latest: GuestLine | null = null;
  const stamp = (line: GuestLine) =>
    line.state.checkIns.reduce((last, { deviceTime, id }) => (deviceTime + id > last ? deviceTime + id : last), '');
  for (const line of party.lines) {
    if (line.status !== 'checked_in' || besides.has(line.guest.id)) continue;
    if (latest === null || stamp(line) > stamp(latest)) latest = line;
  }
  return latest;
}

/** The name to show for a guest: their own, else the contact's with the number within the party. */
export function guestName(line: GuestLine, party: Party): { name: string; number: number | null } {
  if (line.guest.name) return { name: line.guest.name, number: null };
  return { name: party.booking.contactName, number: party.lines.length > 1 ? line.number : null };
}

const collators = new Map<string, Intl.Collator>();
export function createCollator(locale: string): Intl.Collator {
  let found = collators.get(locale);
  if (!found) collators.set(locale, (found = new Intl.Collator(locale, { sensitivity: 'base', numeric: true })));
  return found;
}

/** The list of guests as the roll-call shows it: parties with their guests, filtered and sorted. Pure, fast for 500 guests. */
import type { BookingState, GuestState, GuestStatus, RollCall } from './check-in.ts';
import type { Instant, MinorUnits, Uuid } from './ids.ts';
import type { Booking, Guest } from './mirror.ts';
import { bookingDue } from './money-due.ts';

export const ATTENDANCE_FILTERS = ['all', 'missing', 'here', 'due', 'note'] as const;
export type AttendanceFilter = (typeof ATTENDANCE_FILTERS)[number];

export const ATTENDANCE_SORTS = ['name', 'arrival', 'size', 'reference'] as const;
export type AttendanceSort = (typeof ATTENDANCE_SORTS)[number];

export interface GuestLine {
  guest: Guest;
  /** 1, 2, … within the party. */
  number: number;
  status: GuestStatus;
  state: GuestState;
  at: Instant | null;
  conflict: boolean;
}

export interface Party {
  booking: Booking;
  lines: GuestLine[];
  /** Those who have not been cancelled. */
  size: number;
  here: number;
  due: MinorUnits;
  state: BookingState | null;
  hasNote: boolean;
  /** When the last of them came; null while nobody has. */
  lastArrival: Instant | null;
  /** Equal for two parties that look the same and on which the same can be done, so that a row repaints only when it must. */
  readonly signature: string;
}

export interface AttendanceInput {
  guests: readonly Guest[];
  bookings: ReadonlyMap<Uuid, Booking>;
  rollCall: RollCall;
}

const NOBODY: GuestState = { status: 'expected', checkIns: [], noShows: [], conflict: false };

/** The parties of a departure, unsorted. A guest whose booking is not on the device is left out. */
export function partiesOf({ guests, bookings, rollCall }: AttendanceInput): Party[] {
  const byBooking = new Map<Uuid, Guest[]>();
  for (const guest of guests) {
    const party = byBooking.get(guest.bookingId);
    if (party) party.push(guest);
    else byBooking.set(guest.bookingId, [guest]);
  }
  const parties: Party[] = [];
  for (const [bookingId, members] of byBooking) {
    const booking = bookings.get(bookingId);
    if (booking) parties.push(partyOf(booking, members, rollCall));
  }
  return parties;
}

function partyOf(booking: Booking, members: Guest[], rollCall: RollCall): Party {
  const state = rollCall.bookings.get(booking.id) ?? null;
  const party: Party = {
    booking,
    lines: [],
    size: 0,
    here: 0,
    due: 0,
    state,
    hasNote: Boolean(booking.note) || (state?.notes.length ?? 0) > 0,
    lastArrival: null,
    // Asked of the dozen that are painted, not of the five hundred that a tap makes anew.
    get signature() {
      return (signature ??= signatureOf(party));
    },
  };
  let signature: string | null = null;
  // Who booked, then by name, then the unnamed. Ticket codes are random but stay: the same order on every device, before and after a pull.
  const place = ({ name }: Guest) => (name === null ? 2 : name === booking.contactName ? 0 : 1);
  members.sort((a, b) => place(a) - place(b) || collator('en').compare(a.name ?? '', b.name ?? '') || (a.ticketCode < b.ticketCode ? -1 : 1));
  members.forEach((guest, index) => {
    const state = rollCall.guests.get(guest.id) ?? NOBODY;
    const at = state.checkIns[0]?.occurredAt ?? null;
    party.lines.push({ guest, number: index + 1, status: state.status, state, at, conflict: state.conflict });
    if (state.status !== 'cancelled') party.size += 1;
    if (state.status === 'checked_in') party.here += 1;
    if (at !== null && (party.lastArrival === null || at > party.lastArrival)) party.lastArrival = at;
  });
  // Nothing is collected from a party that is not coming any more.
  if (party.size > 0) party.due = bookingDue(booking, rollCall);
  return party;
}

function signatureOf({ booking, lines: all, due, hasNote }: Party): string {
  const { status, contactName, reference, organisationName } = booking;
  const lines = all.map(({ guest, state }) => [
    guest.id,
    guest.name,
    guest.categoryType,
    state.status,
    ...[...state.checkIns, ...state.noShows].map((action) => action.id),
  ]);
  return JSON.stringify([status, contactName, reference, organisationName, due, hasNote, lines]);
}

/** Whether the guest is still waited for: neither here nor given up. No-shows stay missing until somebody comes. */
export const isMissing = (line: GuestLine): boolean => line.status === 'expected' || line.status === 'no_show';

function passes(filter: AttendanceFilter, line: GuestLine, party: Party): boolean {
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

/** How many guests each filter shows. */
export function filterCounts(parties: readonly Party[]): Record<AttendanceFilter, number> {
  const counts: Record<AttendanceFilter, number> = { all: 0, missing: 0, here: 0, due: 0, note: 0 };
  for (const party of parties) {
    for (const line of party.lines) {
      if (line.status === 'cancelled') continue;
      for (const filter of ATTENDANCE_FILTERS) if (passes(filter, line, party)) counts[filter] += 1;
    }
  }
  return counts;
}

/** `found`: the guests that a search left, or null when nothing is searched. */
export interface ListOptions {
  filter: AttendanceFilter;
  sort: AttendanceSort;
  locale: string;
  found: ReadonlySet<Uuid> | null;
}

/** One row of the list. A party of several has a row of its own above its guests. */
export type AttendanceRow =
  | { kind: 'party'; key: string; party: Party }
  | { kind: 'guest'; key: string; party: Party; line: GuestLine; alone: boolean; last: boolean };

/** The rows to paint, in order. Whole parties that are cancelled come last. */
export function attendanceRows(parties: readonly Party[], options: ListOptions): AttendanceRow[] {
  const rows: AttendanceRow[] = [];
  for (const party of sorted(parties, options)) {
    const shown = party.lines.filter(
      (line) => passes(options.filter, line, party) && (options.found === null || options.found.has(line.guest.id)),
    );
    if (shown.length === 0) continue;
    const alone = party.lines.length === 1;
    if (!alone) rows.push({ kind: 'party', key: `p${party.booking.id}`, party });
    shown.forEach((line, index) => {
      rows.push({ kind: 'guest', key: line.guest.id, party, line, alone, last: index === shown.length - 1 });
    });
  }
  return rows;
}

const collators = new Map<string, Intl.Collator>();
function collator(locale: string): Intl.Collator {
  let found = collators.get(locale);
  if (!found) collators.set(locale, (found = new Intl.Collator(locale, { sensitivity: 'base', numeric: true })));
  return found;
}

/** Where each party stood when a list was last sorted: names are slow to compare, and what is in order already needs few comparisons. */
let places: ReadonlyMap<Uuid, number> = new Map();
const orders = new WeakMap<readonly Party[], { by: string; order: Party[] }>();

/** In order; asked again about the same parties, as at every keystroke, nothing is compared. */
function sorted(parties: readonly Party[], options: ListOptions): Party[] {
  const by = `${options.sort} ${options.locale}`;
  const known = orders.get(parties);
  if (known?.by === by) return known.order;
  const place = (party: Party) => places.get(party.booking.id) ?? Infinity;
  const asBefore = [...parties].sort((a, b) => place(a) - place(b) || 0);
  const order = inOrder(asBefore, options);
  places = new Map(order.map((party, index) => [party.booking.id, index]));
  orders.set(parties, { by, order });
  return order;
}

function inOrder(parties: Party[], { sort, locale }: ListOptions): Party[] {
  const { compare } = collator(locale);
  const byName = (a: Party, b: Party) =>
    compare(a.booking.contactName, b.booking.contactName) || (a.booking.id < b.booking.id ? -1 : 1);
  const by: Record<AttendanceSort, (a: Party, b: Party) => number> = {
    name: byName,
    arrival: (a, b) => (b.lastArrival ?? '').localeCompare(a.lastArrival ?? '') || byName(a, b),
    size: (a, b) => b.size - a.size || byName(a, b),
    reference: (a, b) => compare(a.booking.reference, b.booking.reference),
  };
  const gone = (party: Party) => Number(party.size === 0);
  return parties.sort((a, b) => gone(a) - gone(b) || by[sort](a, b));
}

/** The name to show for a guest: their own, else the contact's with the number within the party. */
export function guestName(line: GuestLine, party: Party): { name: string; number: number | null } {
  if (line.guest.name) return { name: line.guest.name, number: null };
  return { name: party.booking.contactName, number: party.lines.length > 1 ? line.number : null };
}

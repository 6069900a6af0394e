/** The rows of the roll-call: filtered, sorted, and frozen while the user touches the list. */
import type { AttendanceFilter, AttendanceSort } from './attendance-filters.ts';
import { collatorFor, isMissing, passesFilter, type GuestLine, type Party, type RefusedAction } from './attendance.ts';
import type { Uuid } from './ids.ts';

/** The entries of a list, including those in collapsed parties; a frozen list keeps exactly these. */
export interface ListEntries {
  parties: readonly Uuid[];
  guests: ReadonlySet<Uuid>;
  refused: ReadonlySet<Uuid>;
}

export interface ListOptions {
  filter: AttendanceFilter;
  sort: AttendanceSort;
  locale: string;
  /** The guests that match the search, or null without a search. */
  matches: ReadonlySet<Uuid> | null;
  /** The bookings whose guests are expanded. */
  expanded: ReadonlySet<Uuid>;
  /** While frozen, rows neither appear, disappear nor move: a row that leaves the filter stays and is marked. */
  frozen: ListEntries | null;
}

/** One row of the list. A party of several guests has its own row, with the guests below it while expanded. */
export type AttendanceRow =
  /** A refused action whose booking is not on the list, such as a walk-in, or that has none, such as a recount. */
  | { kind: 'refused'; key: string; action: RefusedAction }
  | {
      kind: 'party';
      key: string;
      party: Party;
      isExpanded: boolean;
      /** The search matches some of the party's guests, but not all. */
      isPartialMatch: boolean;
      /** The missing guests in view, if the row acts only on those; null if it acts on the whole party. */
      missingInView: readonly GuestLine[] | null;
      isLeaving: boolean;
    }
  | { kind: 'guest'; key: string; party: Party; line: GuestLine; isOnlyGuest: boolean; isLeaving: boolean };

export interface AttendanceList {
  rows: AttendanceRow[];
  entries: ListEntries;
}

/** Returns the rows to render. Refused actions come first, and fully cancelled parties last. */
export function attendanceList(
  { parties, refused }: { parties: readonly Party[]; refused: readonly RefusedAction[] },
  options: ListOptions,
): AttendanceList {
  const { frozen } = options;
  const rows: AttendanceRow[] = [];
  const entries = { parties: [] as Uuid[], guests: new Set<Uuid>(), refused: new Set<Uuid>() };
  const bookingIds = new Set(refused.length === 0 ? [] : parties.map((party) => party.booking.id));
  for (const action of refused) {
    if (action.bookingId !== null && bookingIds.has(action.bookingId)) continue;
    if (frozen ? !frozen.refused.has(action.id) : options.matches !== null) continue;
    entries.refused.add(action.id);
    rows.push({ kind: 'refused', key: `r${action.id}`, action });
  }
  for (const party of frozen ? keepFrozenOrder(parties, frozen) : sortWithCache(parties, options))
    addParty(party, options, { rows, entries });
  return { rows, entries };
}

function addParty(
  party: Party,
  { filter, matches, expanded, frozen }: ListOptions,
  { rows, entries }: { rows: AttendanceRow[]; entries: { parties: Uuid[]; guests: Set<Uuid> } },
): void {
  const { booking, lines } = party;
  const stays = (line: GuestLine) =>
    passesFilter(filter, line, party) && (matches === null || matches.has(line.guest.id));
  const visible = lines.filter((line) => (frozen ? frozen.guests.has(line.guest.id) : stays(line)));
  if (visible.length === 0) return;
  entries.parties.push(booking.id);
  for (const line of visible) entries.guests.add(line.guest.id);
  const guestRow = (line: GuestLine): AttendanceRow => ({
    kind: 'guest',
    key: line.guest.id,
    party,
    line,
    isOnlyGuest: lines.length === 1,
    isLeaving: frozen !== null && !stays(line),
  });
  if (lines.length === 1) return void rows.push(guestRow(visible[0]!));

  const isPartialMatch = matches !== null && lines.some((line) => !matches.has(line.guest.id));
  const isExpanded = expanded.has(booking.id);
  // Unnamed guests have no row of their own; the stepper in the party's row counts them.
  const withRows = visible.filter(
    (line) => isPartialMatch || line.refused !== null || (isExpanded && line.guest.name !== null),
  );
  const missing = withRows.filter((line) => isMissing(line) && line.refused === null);
  const actsOnVisible = isPartialMatch || (isExpanded && !lines.some((line) => line.guest.name === null));
  rows.push({
    kind: 'party',
    key: `p${booking.id}`,
    party,
    isExpanded,
    isPartialMatch,
    missingInView: actsOnVisible ? missing : null,
    isLeaving: frozen !== null && !visible.some(stays),
  });
  for (const line of withRows) rows.push(guestRow(line));
}

/** Returns the index of the row that a search focuses: the first match, if only part of its party matches. */
export function firstMatch(rows: readonly AttendanceRow[]): number {
  const first = rows[0];
  return first?.kind === 'party' && first.isPartialMatch && rows[1]?.kind === 'guest' ? 1 : 0;
}

function keepFrozenOrder(parties: readonly Party[], frozen: ListEntries): Party[] {
  const byId = new Map(parties.map((party) => [party.booking.id, party]));
  return frozen.parties.flatMap((id) => byId.get(id) ?? []);
}

/** Positions at the last sort. Comparing names is slow, and a nearly sorted list needs few comparisons. */
let positions: ReadonlyMap<Uuid, number> = new Map();
const orders = new WeakMap<readonly Party[], { by: string; order: Party[] }>();

/** Sorts the parties; the result is memoized, so that typing a search compares nothing. */
function sortWithCache(parties: readonly Party[], options: ListOptions): Party[] {
  const by = `${options.sort} ${options.locale}`;
  const memoized = orders.get(parties);
  if (memoized?.by === by) return memoized.order;
  // Infinity for a new party; the difference between two of them is NaN, hence `|| 0`.
  const position = (party: Party) => positions.get(party.booking.id) ?? Infinity;
  const asBefore = [...parties].sort((a, b) => position(a) - position(b) || 0);
  const order = sortParties(asBefore, options);
  positions = new Map(order.map((party, index) => [party.booking.id, index]));
  orders.set(parties, { by, order });
  return order;
}

function sortParties(parties: Party[], { sort, locale }: ListOptions): Party[] {
  const { compare } = collatorFor(locale);
  const byName = (a: Party, b: Party) =>
    compare(a.booking.contactName, b.booking.contactName) || (a.booking.id < b.booking.id ? -1 : 1);
  const by: Record<AttendanceSort, (a: Party, b: Party) => number> = {
    name: byName,
    arrival: (a, b) => (b.lastArrival ?? '').localeCompare(a.lastArrival ?? '') || byName(a, b),
    size: (a, b) => b.size - a.size || byName(a, b),
    reference: (a, b) => compare(a.booking.reference, b.booking.reference),
  };
  const rank = (party: Party) => (party.refused.length > 0 ? 0 : party.size === 0 ? 2 : 1);
  return parties.sort((a, b) => rank(a) - rank(b) || by[sort](a, b));
}

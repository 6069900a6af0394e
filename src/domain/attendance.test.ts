import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Action } from './actions.ts';
import { attendanceList, firstMatch, type ListOptions } from './attendance-list.ts';
import {
  filterCounts,
  guestName,
  latestHere,
  nextMissing,
  partiesOf,
  passesFilter,
  type RefusedAction,
} from './attendance.ts';
import { foldCheckIn } from './check-in.ts';
import type { MirroredBooking, MirroredGuest } from './mirror.ts';

afterEach(() => vi.restoreAllMocks());

const booking = (id: string, more: Partial<MirroredBooking> = {}): MirroredBooking => ({
  id,
  companyId: 'c',
  departureId: 'd',
  reference: id.toUpperCase(),
  status: 'CONFIRMED',
  source: 'website',
  contactName: id,
  contactEmail: null,
  contactPhone: null,
  locale: 'en',
  note: null,
  organisationName: null,
  voucherNumber: null,
  linkHash: null,
  totalAmount: 100,
  paidAmount: 100,
  currency: 'DKK',
  expiresAt: null,
  ...more,
});

const guest = (id: string, bookingId: string, more: Partial<MirroredGuest> = {}): MirroredGuest => ({
  id,
  companyId: 'c',
  departureId: 'd',
  bookingId,
  priceCategoryId: null,
  categoryType: 'ADULT',
  name: null,
  ticketCode: id,
  cancelled: false,
  ...more,
});

let sequence = 0;
function act(kind: Action['kind'], more: Partial<Action> & { payload?: unknown }): Action {
  sequence += 1;
  return {
    id: `a${String(sequence).padStart(3, '0')}`,
    schemaVersion: 1,
    companyId: 'c',
    departureId: 'd',
    bookingId: null,
    guestId: null,
    deviceId: 'tablet',
    deviceSequence: sequence,
    occurredAt: `2026-05-01T07:00:${String(sequence).padStart(2, '0')}.000Z`,
    deviceTime: '2026-05-01T07:00:00.000Z',
    userId: 'u',
    kind,
    payload: {},
    ...more,
  } as Action;
}

const checkIn = (guestId: string, bookingId: string) =>
  act('check_in', { guestId, bookingId, payload: { method: 'tap' } });

function parties(
  bookings: MirroredBooking[],
  guests: MirroredGuest[],
  actions: Action[] = [],
  refused: RefusedAction[] = [],
) {
  const roster = guests.map(({ id, bookingId, cancelled }) => ({ id, bookingId, cancelled }));
  return partiesOf({
    guests,
    bookings: new Map(bookings.map((booking) => [booking.id, booking])),
    rollCall: foldCheckIn(roster, actions),
    refused,
  });
}

const options = (more: Partial<ListOptions> = {}): ListOptions => ({
  filter: 'all',
  sort: 'name',
  locale: 'da',
  matches: null,
  expanded: new Set(),
  frozen: null,
  ...more,
});
const listOf = (of: ReturnType<typeof parties>, more: Partial<ListOptions> = {}, refused: RefusedAction[] = []) =>
  attendanceList({ parties: of, refused }, options(more));
const keys = (of: ReturnType<typeof parties>, more: Partial<ListOptions> = {}, refused: RefusedAction[] = []) =>
  listOf(of, more, refused).rows.map((row) => row.key);
const refusal = (id: string, more: Partial<RefusedAction> = {}): RefusedAction => ({
  id,
  kind: 'check_in',
  occurredAt: '2026-05-01T07:00:00.000Z',
  bookingId: null,
  guestId: null,
  name: null,
  ...more,
});

test('a party is one row until it is expanded, then has a row for each named guest', () => {
  const list = parties(
    [booking('ida'), booking('bo')],
    [guest('1', 'ida', { name: 'ida' }), guest('2', 'ida', { name: 'Uwe' }), guest('4', 'ida'), guest('3', 'bo')],
  );
  expect(keys(list)).toEqual(['3', 'pida']);
  expect(keys(list, { expanded: new Set(['ida', 'bo']) })).toEqual(['3', 'pida', '1', '2']);
});

test('a party’s row acts on the whole party, or on the visible guests that a search found', () => {
  const names = ['Dora Dahl', 'Ella Hagg', 'Finn Hagg', 'Gro Holm', 'Hugo Holm'];
  const list = parties(
    [booking('dora')],
    names.map((name, at) => guest(`${at}`, 'dora', { name })),
    [checkIn('0', 'dora')],
  );
  const visibleGuests = (more: Partial<ListOptions>) => {
    const [row] = listOf(list, more).rows;
    return row?.kind === 'party' ? (row.missingInView?.map((line) => line.guest.name) ?? null) : 'no party';
  };
  expect(visibleGuests({})).toBeNull();
  expect(visibleGuests({ matches: new Set(['1', '2']) })).toEqual(['Ella Hagg', 'Finn Hagg']);
  expect(visibleGuests({ matches: new Set(['0', '1']) })).toEqual(['Ella Hagg']);
  expect(visibleGuests({ matches: new Set(['0', '1', '2', '3', '4']) })).toBeNull();
  expect(visibleGuests({ expanded: new Set(['dora']) })).toEqual(['Ella Hagg', 'Finn Hagg', 'Gro Holm', 'Hugo Holm']);
});

test('a search leads to the match itself, or to the row of a party that matches as a whole', () => {
  const list = parties([booking('dora')], [guest('1', 'dora', { name: 'Ella' }), guest('2', 'dora', { name: 'Finn' })]);
  expect(firstMatch(listOf(list, { matches: new Set(['2']) }).rows)).toBe(1);
  expect(firstMatch(listOf(list, { matches: new Set(['1', '2']) }).rows)).toBe(0);
  expect(firstMatch(listOf(list, {}).rows)).toBe(0);
});

test('one more checks in the next missing guest; one fewer undoes the last check-in', () => {
  const guests = ['1', '2', '3'].map((id) => guest(id, 'ida'));
  const [none] = parties([booking('ida')], guests);
  expect(nextMissing(none!, new Set())?.guest.id).toBe('1');
  expect(nextMissing(none!, new Set(['1']))?.guest.id).toBe('2');
  expect(latestHere(none!, new Set())).toBeNull();
  const early = { ...checkIn('3', 'ida'), deviceTime: '2026-05-01T07:10:00.000Z' };
  const late = {
    ...checkIn('1', 'ida'),
    occurredAt: '2026-05-01T06:00:00.000Z',
    deviceTime: '2026-05-01T07:20:00.000Z',
  };
  const [some] = parties([booking('ida')], guests, [late, early]);
  expect(nextMissing(some!, new Set())?.guest.id).toBe('2');
  // Guest 1 was restored with the original time, which is earlier; the later tap counts.
  expect(latestHere(some!, new Set())?.guest.id).toBe('1');
  expect(latestHere(some!, new Set(['1']))?.guest.id).toBe('3');
});

test('a frozen list keeps its rows in place, marks those that leave, and adds none', () => {
  const bookings = [booking('a'), booking('b'), booking('c')];
  const guests = [guest('1', 'a'), guest('2', 'b'), guest('3', 'c')];
  const before = listOf(parties(bookings, guests, [checkIn('3', 'c')]), { filter: 'missing' });
  expect(before.rows.map((row) => row.key)).toEqual(['1', '2']);
  const tapped = parties([...bookings, booking('ab')], [...guests, guest('4', 'ab')], [checkIn('1', 'a')]);
  const frozen = listOf(tapped, { filter: 'missing', frozen: before.entries });
  expect(frozen.rows.map((row) => [row.key, row.kind !== 'refused' && row.isLeaving])).toEqual([
    ['1', true],
    ['2', false],
  ]);
  expect(keys(tapped, { filter: 'missing' })).toEqual(['4', '2', '3']);
  expect(keys(tapped, { filter: 'missing', sort: 'arrival', frozen: before.entries })).toEqual(['1', '2']);
});

test('refused actions come first, are named, and have no effect', () => {
  const bookings = [booking('a'), booking('b')];
  const guests = [guest('1', 'a'), guest('2', 'b')];
  const refused = [
    refusal('x', { guestId: '2', bookingId: 'b' }),
    refusal('y', { kind: 'walk_in', bookingId: 'new', name: 'Wanda' }),
    refusal('z', { kind: 'depart' }),
  ];
  const list = parties(bookings, guests, [], refused);
  const { rows } = listOf(list, {}, refused);
  expect(rows.map((row) => row.key)).toEqual(['ry', 'rz', '2', '1']);
  expect(rows[2]).toMatchObject({ line: { status: 'expected', refused: { id: 'x' } } });
  expect(filterCounts(list)).toMatchObject({ checked_in: 0, missing: 2 });
  expect(nextMissing(list[1]!, new Set())).toBeNull();
  expect(list[1]!.signature).not.toBe(parties(bookings, guests)[1]!.signature);
});

test('sorts names by the language’s rules', () => {
  const names = ['Ågård', 'Zorn', 'Ærø', 'Andersen'];
  const list = parties(
    names.map((name, index) => booking(`b${index}`, { contactName: name })),
    names.map((_, index) => guest(`g${index}`, `b${index}`)),
  );
  expect(keys(list)).toEqual(['g3', 'g1', 'g2', 'g0']);
});

test('counts checked-in guests, the amount due and the guests of each filter', () => {
  const list = parties(
    [booking('ida', { paidAmount: 0 }), booking('bo', { note: 'wheelchair' })],
    [guest('1', 'ida'), guest('2', 'ida'), guest('3', 'bo'), guest('4', 'bo', { cancelled: true })],
    [
      checkIn('1', 'ida'),
      act('payment', { bookingId: 'ida', payload: { amount: 30, currency: 'DKK', method: 'cash' } }),
    ],
  );
  expect(list.map(({ checkedIn, size, due }) => ({ checkedIn, size, due }))).toEqual([
    { checkedIn: 1, size: 2, due: 70 },
    { checkedIn: 0, size: 1, due: 0 },
  ]);
  expect(filterCounts(list)).toEqual({ all: 3, missing: 2, checked_in: 1, due: 1, note: 1 });
  expect(keys(list, { filter: 'missing' })).toEqual(['pbo', 'pida']);
});

test.each(['due', 'note'] as const)('the filter "%s" hides cancelled guests', (filter) => {
  const list = parties(
    [booking('ida', { paidAmount: 0, note: 'wheelchair' }), booking('bo')],
    [guest('1', 'ida'), guest('2', 'ida', { cancelled: true }), guest('3', 'bo')],
  );
  expect([...listOf(list, { filter }).entries.guests]).toEqual(['1']);
  expect(list.flatMap((party) => party.lines.map((line) => passesFilter(filter, line, party)))).toEqual([
    true,
    false,
    false,
  ]);
});

test('a fully cancelled party owes nothing, whatever its booking says', () => {
  const list = parties(
    [booking('ida', { paidAmount: 0, note: 'wheelchair' })],
    [guest('1', 'ida', { cancelled: true }), guest('2', 'ida', { cancelled: true })],
  );
  expect(list[0]).toMatchObject({ size: 0, checkedIn: 0, due: 0 });
  expect(filterCounts(list)).toEqual({ all: 0, missing: 0, checked_in: 0, due: 0, note: 0 });
  expect(keys(list, { filter: 'due' })).toEqual([]);
  // A guest who comes anyway owes again.
  const [back] = parties(
    [booking('ida', { paidAmount: 0 })],
    [guest('1', 'ida', { cancelled: true }), guest('2', 'ida', { cancelled: true })],
    [checkIn('1', 'ida')],
  );
  expect(back).toMatchObject({ size: 1, checkedIn: 1, due: 100 });
});

test('after departure, absent guests stay in the list of missing ones', () => {
  const list = parties([booking('ida')], [guest('1', 'ida')], [act('depart', { payload: { headCount: 0 } })]);
  expect(list[0]?.lines[0]?.status).toBe('no_show');
  expect(keys(list, { filter: 'missing' })).toEqual(['1']);
});

test('sorts the latest arrival first; fully cancelled parties come last', () => {
  const list = parties(
    [booking('a'), booking('b'), booking('c')],
    [guest('1', 'a', { cancelled: true }), guest('2', 'b'), guest('3', 'c')],
    [checkIn('2', 'b'), checkIn('3', 'c')],
  );
  expect(keys(list, { sort: 'arrival' })).toEqual(['3', '2', '1']);
  expect(list[0]?.due).toBe(0);
});

test('a search keeps only its matches, with the row of their party', () => {
  const list = parties([booking('ida')], [guest('1', 'ida'), guest('2', 'ida')]);
  expect(keys(list, { matches: new Set(['2']) })).toEqual(['pida', '2']);
});

test('unnamed guests are shown by the contact’s name and their number', () => {
  const [party] = parties([booking('ida')], [guest('1', 'ida', { name: 'Nora' }), guest('2', 'ida')]);
  expect(party?.lines.map((line) => guestName(line, party))).toEqual([
    { name: 'Nora', number: null },
    { name: 'ida', number: 2 },
  ]);
});

test('a party’s signature changes only when something about it changes', () => {
  const signatureOf = (actions: Action[], more: Partial<MirroredBooking> = {}) =>
    parties([booking('ida', more)], [guest('1', 'ida'), guest('2', 'ida')], actions)[0]?.signature;
  const first = checkIn('1', 'ida');
  expect(signatureOf([first])).toBe(signatureOf([first]));
  expect(signatureOf([first])).not.toBe(signatureOf([]));
  expect(signatureOf([first])).not.toBe(signatureOf([checkIn('1', 'ida')]));
  expect(signatureOf([first])).not.toBe(signatureOf([checkIn('2', 'ida')]));
  expect(signatureOf([first])).not.toBe(signatureOf([first], { paidAmount: 0 }));
  expect(signatureOf([first])).not.toBe(signatureOf([first], { note: 'late' }));
  // A row shows a note’s text, not only that there is one.
  expect(signatureOf([], { note: 'later' })).not.toBe(signatureOf([], { note: 'late' }));
  const note = act('note', { bookingId: 'ida', payload: { text: 'Waits at the fountain' } });
  expect(signatureOf([note])).toBe(signatureOf([note]));
  expect(signatureOf([note])).not.toBe(
    signatureOf([note, act('note', { bookingId: 'ida', payload: { text: 'Is here now' } })]),
  );
});

test('a keystroke compares no names, and a tap only neighbours', () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    booking(`b${(index * 337) % 500}`, { contactName: `Guest ${(index * 131) % 500}` }),
  );
  const list = () =>
    parties(
      many,
      many.map(({ id }) => guest(`g-${id}`, id)),
      [],
    );
  let compared = 0;
  const { compare } = new Intl.Collator('da');
  vi.spyOn(Intl.Collator.prototype, 'compare', 'get').mockReturnValue((a: string, b: string) => {
    compared += 1;
    return compare(a, b);
  });
  const before = list();
  const rows = keys(before);
  expect(compared).toBeGreaterThan(1000);
  compared = 0;
  expect(keys(before, { matches: new Set(['g-b7']) })).toEqual(['g-b7']);
  expect(compared).toBe(0);
  const after = list();
  compared = 0;
  expect(keys(after)).toEqual(rows);
  expect(compared).toBeLessThan(600);
});

describe('the order of a party', () => {
  const order = (...guests: MirroredGuest[]) =>
    parties([booking('ida', { contactName: 'Ida' })], guests)[0]!.lines.map((line) => line.guest.id);

  test('the contact comes first, then named guests, then unnamed ones by code', () => {
    const anna = guest('4', 'ida', { name: 'Anna' });
    const ida = guest('3', 'ida', { name: 'Ida' });
    const bert = guest('2', 'ida', { name: 'Bert' });
    const [x, y] = [guest('5', 'ida', { ticketCode: 'X' }), guest('1', 'ida', { ticketCode: 'Y' })];
    expect(order(y, anna, x, bert, ida)).toEqual(['3', '4', '2', '5', '1']);
    expect(order(ida, bert, x, anna, y)).toEqual(['3', '4', '2', '5', '1']);
  });

  test('guests with the same name or without a code keep a stable order', () => {
    const [first, second] = [guest('1', 'ida', { name: 'Bo' }), guest('2', 'ida', { name: 'Bo' })];
    expect(order(first, second)).toEqual(['1', '2']);
    expect(order(second, first)).toEqual(['1', '2']);
    const [a, b] = [guest('a', 'ida', { ticketCode: '' }), guest('b', 'ida', { ticketCode: '' })];
    expect(order(b, a)).toEqual(['a', 'b']);
    expect(order(a, b)).toEqual(['a', 'b']);
  });
});

describe('partiesOf', () => {
  test('leaves out guests whose booking is not on the device', () => {
    expect(parties([booking('ida')], [guest('1', 'ida'), guest('2', 'gone')]).map((party) => party.booking.id)).toEqual(
      ['ida'],
    );
  });

  test('assigns refused actions to their guest and party', () => {
    const refused = [refusal('x', { bookingId: 'ida', guestId: '2' }), refusal('y', { bookingId: 'bo' })];
    const [ida, bo, cy] = parties(
      [booking('ida'), booking('bo'), booking('cy')],
      [guest('1', 'ida'), guest('2', 'ida'), guest('3', 'bo'), guest('4', 'cy')],
      [],
      refused,
    );
    expect(ida!.lines.map((line) => line.refused?.id ?? null)).toEqual([null, 'x']);
    expect([ida, bo, cy].map((party) => party!.refused.map(({ id }) => id))).toEqual([['x'], ['y'], []]);
  });

  test('has the party’s last arrival, and notes of the booking or of the roll-call', () => {
    const note = act('note', { bookingId: 'bo', payload: { text: 'late' } });
    const [early, late] = [checkIn('1', 'ida'), checkIn('2', 'ida')];
    const list = parties(
      [booking('ida'), booking('bo'), booking('cy', { note: 'wheelchair' })],
      [guest('1', 'ida'), guest('2', 'ida'), guest('3', 'ida'), guest('4', 'bo'), guest('5', 'cy')],
      [late, early, note],
    );
    expect(list.map(({ lastArrival, hasNote }) => [lastArrival, hasNote])).toEqual([
      [late.occurredAt, false],
      [null, true],
      [null, true],
    ]);
    const other = parties(
      [booking('ida')],
      [guest('1', 'ida'), guest('2', 'ida')],
      [checkIn('2', 'ida'), checkIn('1', 'ida')],
    );
    expect(other[0]!.lastArrival).toBe(other[0]!.lines[0]!.at);
  });

  test('a refused action changes the signature, and each one differently', () => {
    const signatureOf = (...refused: RefusedAction[]) =>
      parties([booking('ida')], [guest('1', 'ida')], [], refused)[0]!.signature;
    const [x, y] = [refusal('x', { bookingId: 'ida' }), refusal('y', { bookingId: 'ida' })];
    expect(new Set([signatureOf(), signatureOf(x), signatureOf(y), signatureOf(x, y)]).size).toBe(4);
    const first = act('note', { bookingId: 'ida', payload: { text: 'one' } });
    const second = act('note', { bookingId: 'ida', payload: { text: 'two' } });
    const noted = (actions: Action[]) => parties([booking('ida')], [guest('1', 'ida')], actions)[0]!.signature;
    expect(noted([first, second])).not.toBe(noted([first]));
    expect(noted([])).not.toBe(noted([first]));
  });
});

test('the filter "checked_in" shows checked-in guests; "due" counts parties that owe', () => {
  const list = parties(
    [booking('ida', { paidAmount: 0 }), booking('bo')],
    [guest('1', 'ida'), guest('2', 'bo')],
    [checkIn('2', 'bo')],
  );
  expect([...listOf(list, { filter: 'checked_in' }).entries.guests]).toEqual(['2']);
  expect([...listOf(list, { filter: 'due' }).entries.guests]).toEqual(['1']);
  expect([...listOf(list, { filter: 'note' }).entries.guests]).toEqual([]);
  expect(filterCounts(list)).toMatchObject({ due: 1, note: 0 });
});

test('one fewer undoes the last check-in; of simultaneous ones the greater id', () => {
  const at = (id: string, deviceTime: string) => ({ ...checkIn(id, 'ida'), deviceTime });
  const guests = [guest('1', 'ida'), guest('2', 'ida'), guest('3', 'ida')];
  const latest = (...actions: Action[]) =>
    latestHere(parties([booking('ida')], guests, actions)[0]!, new Set())?.guest.id;
  const [one, two] = ['2026-05-01T07:10:00.000Z', '2026-05-01T07:20:00.000Z'];
  expect(latest(at('1', two), at('2', one))).toBe('1');
  expect(latest(at('1', one), at('2', two))).toBe('2');
  expect(latest(at('2', one), at('1', one))).toBe('1');
  expect(latest(at('1', one), at('2', one))).toBe('2');
  // A guest who was checked in twice counts by the later time.
  expect(latest(at('1', one), at('2', '2026-05-01T07:15:00.000Z'), at('1', two))).toBe('1');
  expect(latest(at('1', two), at('2', '2026-05-01T07:15:00.000Z'), at('1', one))).toBe('1');
});

test('a single unnamed guest is shown by the contact’s name', () => {
  const [party] = parties([booking('ida')], [guest('1', 'ida')]);
  expect(guestName(party!.lines[0]!, party!)).toEqual({ name: 'ida', number: null });
});

describe('attendanceList', () => {
  test('sorts by arrival, size and reference, then by name', () => {
    const list = parties(
      [
        booking('a', { contactName: 'Cy', reference: 'R10' }),
        booking('b', { contactName: 'Bo', reference: 'R9' }),
        booking('c', { contactName: 'Al', reference: 'R1' }),
        booking('d', { contactName: 'Bo', reference: 'R2' }),
      ],
      [guest('1', 'a'), guest('2', 'a'), guest('3', 'b'), guest('4', 'c'), guest('5', 'd')],
      [checkIn('3', 'b'), checkIn('1', 'a')],
    );
    const order = (sort: ListOptions['sort']) => listOf(list, { sort }).entries.parties;
    expect(order('name')).toEqual(['c', 'b', 'd', 'a']);
    expect(order('arrival')).toEqual(['a', 'b', 'c', 'd']);
    expect(order('size')).toEqual(['a', 'c', 'b', 'd']);
    expect(order('reference')).toEqual(['c', 'd', 'b', 'a']);
  });

  test('puts parties with refused actions first and cancelled ones last', () => {
    const list = parties(
      [booking('a'), booking('b'), booking('c')],
      [guest('1', 'a', { cancelled: true }), guest('2', 'b'), guest('3', 'c')],
      [],
      [refusal('x', { bookingId: 'c' })],
    );
    expect(listOf(list).entries.parties).toEqual(['c', 'b', 'a']);
  });

  test('shows refused actions without a guest on the list, except during a search', () => {
    const list = parties([booking('a')], [guest('1', 'a')]);
    const refused = [refusal('x'), refusal('y', { bookingId: 'elsewhere' }), refusal('z', { bookingId: 'a' })];
    expect(keys(list, {}, refused)).toEqual(['rx', 'ry', '1']);
    expect(keys(list, { matches: new Set(['1']) }, refused)).toEqual(['1']);
    const { entries } = listOf(list, {}, refused);
    expect(keys(list, { frozen: entries }, [refusal('new'), ...refused])).toEqual(['rx', 'ry', '1']);
    expect(listOf(list, {}, refused).rows[0]).toMatchObject({ kind: 'refused', action: { id: 'x' } });
  });

  test('a single guest has its own row; rows leave at once unless the list is frozen', () => {
    const list = parties([booking('a'), booking('b')], [guest('1', 'a'), guest('2', 'b'), guest('3', 'b')]);
    expect(listOf(list, { expanded: new Set(['b']) }).rows).toMatchObject([
      { kind: 'guest', isOnlyGuest: true, isLeaving: false },
      { kind: 'party', isExpanded: true, isLeaving: false },
    ]);
    const named = parties([booking('b')], [guest('2', 'b', { name: 'Bo' }), guest('3', 'b', { name: 'Cy' })]);
    expect(listOf(named, { expanded: new Set(['b']) }).rows.slice(1)).toMatchObject([
      { kind: 'guest', isOnlyGuest: false, isLeaving: false },
      { kind: 'guest', isOnlyGuest: false, isLeaving: false },
    ]);
  });

  test('a frozen party is marked as leaving once all of its visible guests have left', () => {
    const guests = [guest('1', 'b', { name: 'Bo' }), guest('2', 'b', { name: 'Cy' })];
    const before = listOf(parties([booking('b')], guests), { filter: 'missing' });
    const leaving = (...actions: Action[]) =>
      listOf(parties([booking('b')], guests, actions), { filter: 'missing', frozen: before.entries }).rows[0];
    expect(leaving(checkIn('1', 'b'))).toMatchObject({ kind: 'party', isLeaving: false });
    expect(leaving(checkIn('1', 'b'), checkIn('2', 'b'))).toMatchObject({ kind: 'party', isLeaving: true });
  });

  test('shows a guest with a refused action even if the party is collapsed', () => {
    const list = parties(
      [booking('b')],
      [guest('1', 'b', { name: 'Bo' }), guest('2', 'b', { name: 'Cy' })],
      [],
      [refusal('x', { bookingId: 'b', guestId: '2' })],
    );
    expect(keys(list)).toEqual(['pb', '2']);
    const open = listOf(list, { expanded: new Set(['b']) }).rows[0];
    expect(open?.kind === 'party' && open.missingInView?.map((line) => line.guest.id)).toEqual(['1']);
  });

  test('an expanded party acts on visible guests only if all guests have names', () => {
    const visibleGuests = (...names: (string | null)[]) => {
      const list = parties(
        [booking('b')],
        names.map((name, at) => guest(String(at), 'b', { name })),
      );
      const row = listOf(list, { expanded: new Set(['b']) }).rows[0];
      return row?.kind === 'party' ? (row.missingInView?.map((line) => line.guest.id) ?? null) : undefined;
    };
    expect(visibleGuests('Bo', 'Cy')).toEqual(['0', '1']);
    expect(visibleGuests('Bo', null)).toBeNull();
    expect(visibleGuests(null, null)).toBeNull();
  });
});

describe('firstMatch', () => {
  const list = parties([booking('b')], [guest('1', 'b', { name: 'Bo' }), guest('2', 'b', { name: 'Cy' })]);
  test.each([
    [{}, 0],
    [{ matches: new Set(['1']) }, 1],
    [{ matches: new Set(['1', '2']) }, 0],
    [{ matches: new Set(['1', '2']), expanded: new Set(['b']) }, 0],
    [{ matches: new Set<string>() }, 0],
  ])('%o leads to row %i', (more, row) => expect(firstMatch(listOf(list, more).rows)).toBe(row));
  test('is the refused action, if there is one', () => {
    expect(firstMatch(listOf(list, {}, [refusal('x')]).rows)).toBe(0);
  });
});

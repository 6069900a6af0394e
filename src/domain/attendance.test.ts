import { expect, test, vi } from 'vitest';
import type { Action } from './actions.ts';
import { attendanceList, firstMatch, type ListOptions } from './attendance-list.ts';
import {
  filterCounts,
  guestName,
  latestHere,
  nextMissing,
  partiesOf,
  passes,
  type Party,
  type RefusedAction,
} from './attendance.ts';
import { foldCheckIn } from './check-in.ts';
import type { MirroredBooking, MirroredGuest } from './mirror.ts';

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
  externalReference: null,
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
    bookings: new Map(bookings.map((one) => [one.id, one])),
    rollCall: foldCheckIn(roster, actions),
    refused,
  });
}

const options = (more: Partial<ListOptions> = {}): ListOptions => ({
  filter: 'all',
  sort: 'name',
  locale: 'da',
  found: null,
  open: new Set(),
  held: null,
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

test('a party of several is one row until it is opened, and then has a row for each who has a name', () => {
  const list = parties(
    [booking('ida'), booking('bo')],
    [guest('1', 'ida', { name: 'ida' }), guest('2', 'ida', { name: 'Uwe' }), guest('4', 'ida'), guest('3', 'bo')],
  );
  expect(keys(list)).toEqual(['3', 'pida']);
  expect(keys(list, { open: new Set(['ida', 'bo']) })).toEqual(['3', 'pida', '1', '2']);
});

test('the row of a party acts on the whole party, on those in sight where a search found only some, and says which', () => {
  const names = ['Dora Dahl', 'Ella Hagg', 'Finn Hagg', 'Gro Holm', 'Hugo Holm'];
  const list = parties(
    [booking('dora')],
    names.map((name, at) => guest(`${at}`, 'dora', { name })),
    [checkIn('0', 'dora')],
  );
  const seen = (more: Partial<ListOptions>) => {
    const [row] = listOf(list, more).rows;
    return row?.kind === 'party' ? (row.seen?.map((line) => line.guest.name) ?? null) : 'no party';
  };
  expect(seen({})).toBeNull();
  expect(seen({ found: new Set(['1', '2']) })).toEqual(['Ella Hagg', 'Finn Hagg']);
  expect(seen({ found: new Set(['0', '1']) })).toEqual(['Ella Hagg']);
  expect(seen({ found: new Set(['0', '1', '2', '3', '4']) })).toBeNull();
  expect(seen({ open: new Set(['dora']) })).toEqual(['Ella Hagg', 'Finn Hagg', 'Gro Holm', 'Hugo Holm']);
});

test('a search leads to the match itself, or to the row of a party that matches as a whole', () => {
  const list = parties([booking('dora')], [guest('1', 'dora', { name: 'Ella' }), guest('2', 'dora', { name: 'Finn' })]);
  expect(firstMatch(listOf(list, { found: new Set(['2']) }).rows)).toBe(1);
  expect(firstMatch(listOf(list, { found: new Set(['1', '2']) }).rows)).toBe(0);
  expect(firstMatch(listOf(list, {}).rows)).toBe(0);
});

test('one more is the next who is missing, one fewer who was let in last', () => {
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
  // By when it was done, whatever time was restored.
  expect(latestHere(some!, new Set())?.guest.id).toBe('1');
  expect(latestHere(some!, new Set(['1']))?.guest.id).toBe('3');
});

test('who is held still stays in place and is marked, and nobody comes in between', () => {
  const bookings = [booking('a'), booking('b'), booking('c')];
  const guests = [guest('1', 'a'), guest('2', 'b'), guest('3', 'c')];
  const before = listOf(parties(bookings, guests, [checkIn('3', 'c')]), { filter: 'missing' });
  expect(before.rows.map((row) => row.key)).toEqual(['1', '2']);
  const tapped = parties([...bookings, booking('ab')], [...guests, guest('4', 'ab')], [checkIn('1', 'a')]);
  const held = listOf(tapped, { filter: 'missing', held: before.shown });
  expect(held.rows.map((row) => [row.key, row.kind !== 'refused' && row.leaving])).toEqual([
    ['1', true],
    ['2', false],
  ]);
  expect(keys(tapped, { filter: 'missing' })).toEqual(['4', '2', '3']);
  expect(keys(tapped, { filter: 'missing', sort: 'arrival', held: before.shown })).toEqual(['1', '2']);
});

test('what was refused comes first, named, and counts for nothing', () => {
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
  expect(filterCounts(list)).toMatchObject({ here: 0, missing: 2 });
  expect(nextMissing(list[1]!, new Set())).toBeNull();
  expect(list[1]!.signature).not.toBe(parties(bookings, guests)[1]!.signature);
});

test('sorts names as the language does', () => {
  const names = ['Ågård', 'Zorn', 'Ærø', 'Andersen'];
  const list = parties(
    names.map((name, index) => booking(`b${index}`, { contactName: name })),
    names.map((_, index) => guest(`g${index}`, `b${index}`)),
  );
  expect(keys(list)).toEqual(['g3', 'g1', 'g2', 'g0']);
});

test('counts who is here, what is due and what each filter shows', () => {
  const list = parties(
    [booking('ida', { paidAmount: 0 }), booking('bo', { note: 'wheelchair' })],
    [guest('1', 'ida'), guest('2', 'ida'), guest('3', 'bo'), guest('4', 'bo', { cancelled: true })],
    [
      checkIn('1', 'ida'),
      act('payment', { bookingId: 'ida', payload: { amount: 30, currency: 'DKK', method: 'cash' } }),
    ],
  );
  expect(list.map(({ here, size, due }) => ({ here, size, due }))).toEqual([
    { here: 1, size: 2, due: 70 },
    { here: 0, size: 1, due: 0 },
  ]);
  expect(filterCounts(list)).toEqual({ all: 3, missing: 2, here: 1, due: 1, note: 1 });
  expect(keys(list, { filter: 'missing' })).toEqual(['pbo', 'pida']);
});

test.each(['due', 'note'] as const)('the filter "%s" shows no guest who is cancelled', (filter) => {
  const list = parties(
    [booking('ida', { paidAmount: 0, note: 'wheelchair' }), booking('bo')],
    [guest('1', 'ida'), guest('2', 'ida', { cancelled: true }), guest('3', 'bo')],
  );
  expect([...listOf(list, { filter }).shown.guests]).toEqual(['1']);
  expect(list.flatMap((party) => party.lines.map((line) => passes(filter, line, party)))).toEqual([true, false, false]);
});

test('no money is asked of a party that is cancelled as a whole, whatever its booking still says', () => {
  const list = parties(
    [booking('ida', { paidAmount: 0, note: 'wheelchair' })],
    [guest('1', 'ida', { cancelled: true }), guest('2', 'ida', { cancelled: true })],
  );
  expect(list[0]).toMatchObject({ size: 0, here: 0, due: 0 });
  expect(filterCounts(list)).toEqual({ all: 0, missing: 0, here: 0, due: 0, note: 0 });
  expect(keys(list, { filter: 'due' })).toEqual([]);
  // Somebody who comes after all owes again.
  const [back] = parties(
    [booking('ida', { paidAmount: 0 })],
    [guest('1', 'ida', { cancelled: true }), guest('2', 'ida', { cancelled: true })],
    [checkIn('1', 'ida')],
  );
  expect(back).toMatchObject({ size: 1, here: 1, due: 100 });
});

test('after departing those who did not come stay in the list of the missing', () => {
  const list = parties([booking('ida')], [guest('1', 'ida')], [act('depart', { payload: { headCount: 0 } })]);
  expect(list[0]?.lines[0]?.status).toBe('no_show');
  expect(keys(list, { filter: 'missing' })).toEqual(['1']);
});

test('the latest arrival comes first when sorted by arrival; whole cancelled parties last', () => {
  const list = parties(
    [booking('a'), booking('b'), booking('c')],
    [guest('1', 'a', { cancelled: true }), guest('2', 'b'), guest('3', 'c')],
    [checkIn('2', 'b'), checkIn('3', 'c')],
  );
  expect(keys(list, { sort: 'arrival' })).toEqual(['3', '2', '1']);
  expect(list[0]?.due).toBe(0);
});

test('a search leaves only what it found, with the row of its party', () => {
  const list = parties([booking('ida')], [guest('1', 'ida'), guest('2', 'ida')]);
  expect(keys(list, { found: new Set(['2']) })).toEqual(['pida', '2']);
});

test('guests without a name are the contact and their number', () => {
  const [party] = parties([booking('ida')], [guest('1', 'ida', { name: 'Nora' }), guest('2', 'ida')]);
  expect(party?.lines.map((line) => guestName(line, party))).toEqual([
    { name: 'Nora', number: null },
    { name: 'ida', number: 2 },
  ]);
});

test('a party keeps its signature until something about it changes', () => {
  const sign = (actions: Action[], more: Partial<MirroredBooking> = {}) =>
    parties([booking('ida', more)], [guest('1', 'ida'), guest('2', 'ida')], actions)[0]?.signature;
  const first = checkIn('1', 'ida');
  expect(sign([first])).toBe(sign([first]));
  expect(sign([first])).not.toBe(sign([]));
  expect(sign([first])).not.toBe(sign([checkIn('1', 'ida')]));
  expect(sign([first])).not.toBe(sign([checkIn('2', 'ida')]));
  expect(sign([first])).not.toBe(sign([first], { paidAmount: 0 }));
  expect(sign([first])).not.toBe(sign([first], { note: 'late' }));
  // A row shows what the note says, not only that there is one.
  expect(sign([], { note: 'later' })).not.toBe(sign([], { note: 'late' }));
  const note = act('note', { bookingId: 'ida', payload: { text: 'Waits at the fountain' } });
  expect(sign([note])).toBe(sign([note]));
  expect(sign([note])).not.toBe(sign([note, act('note', { bookingId: 'ida', payload: { text: 'Is here now' } })]));
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
  const options: ListOptions = { filter: 'all', sort: 'name', locale: 'nb', found: null, open: new Set(), held: null };
  const attendanceRows = (given: readonly Party[], how: ListOptions) =>
    attendanceList({ parties: given, refused: [] }, how).rows;
  const before = list();
  const rows = attendanceRows(before, options).map(({ key }) => key);
  expect(compared).toBeGreaterThan(1000);
  compared = 0;
  expect(attendanceRows(before, { ...options, found: new Set(['g-b7']) }).map(({ key }) => key)).toEqual(['g-b7']);
  expect(compared).toBe(0);
  const after = list();
  compared = 0;
  expect(attendanceRows(after, options).map(({ key }) => key)).toEqual(rows);
  expect(compared).toBeLessThan(600);
  vi.restoreAllMocks();
});

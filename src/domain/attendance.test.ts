import { expect, test, vi } from 'vitest';
import type { Action } from './actions.ts';
import { attendanceRows, filterCounts, guestName, partiesOf, type ListOptions } from './attendance.ts';
import { foldCheckIn } from './check-in.ts';
import type { Booking, Guest } from './mirror.ts';

const booking = (id: string, more: Partial<Booking> = {}): Booking => ({
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

const guest = (id: string, bookingId: string, more: Partial<Guest> = {}): Guest => ({
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

const checkIn = (guestId: string, bookingId: string) => act('check_in', { guestId, bookingId, payload: { method: 'tap' } });

function parties(bookings: Booking[], guests: Guest[], actions: Action[] = []) {
  const roster = guests.map(({ id, bookingId, cancelled }) => ({ id, bookingId, cancelled }));
  return partiesOf({ guests, bookings: new Map(bookings.map((one) => [one.id, one])), rollCall: foldCheckIn(roster, actions) });
}

const options = (more: Partial<ListOptions> = {}): ListOptions => ({ filter: 'all', sort: 'name', locale: 'da', found: null, ...more });
const keys = (rows: ReturnType<typeof attendanceRows>) => rows.map((row) => row.key);

test('a party of several has a row of its own, a single guest has not', () => {
  const list = parties([booking('ida'), booking('bo')], [guest('1', 'ida'), guest('2', 'ida'), guest('3', 'bo')]);
  expect(keys(attendanceRows(list, options()))).toEqual(['3', 'pida', '1', '2']);
});

test('sorts names as the language does', () => {
  const names = ['Ågård', 'Zorn', 'Ærø', 'Andersen'];
  const list = parties(
    names.map((name, index) => booking(`b${index}`, { contactName: name })),
    names.map((_, index) => guest(`g${index}`, `b${index}`)),
  );
  expect(keys(attendanceRows(list, options()))).toEqual(['g3', 'g1', 'g2', 'g0']);
});

test('counts who is here, what is due and what each filter shows', () => {
  const list = parties(
    [booking('ida', { paidAmount: 0 }), booking('bo', { note: 'wheelchair' })],
    [guest('1', 'ida'), guest('2', 'ida'), guest('3', 'bo'), guest('4', 'bo', { cancelled: true })],
    [checkIn('1', 'ida'), act('payment', { bookingId: 'ida', payload: { amount: 30, currency: 'DKK', method: 'cash' } })],
  );
  expect(list.map(({ here, size, due }) => ({ here, size, due }))).toEqual([
    { here: 1, size: 2, due: 70 },
    { here: 0, size: 1, due: 0 },
  ]);
  expect(filterCounts(list)).toEqual({ all: 3, missing: 2, here: 1, due: 2, note: 1 });
  expect(keys(attendanceRows(list, options({ filter: 'missing' })))).toEqual(['pbo', '3', 'pida', '2']);
});

test('after departing those who did not come stay in the list of the missing', () => {
  const list = parties([booking('ida')], [guest('1', 'ida')], [act('depart', { payload: { headCount: 0 } })]);
  expect(list[0]?.lines[0]?.status).toBe('no_show');
  expect(keys(attendanceRows(list, options({ filter: 'missing' })))).toEqual(['1']);
});

test('the latest arrival comes first when sorted by arrival; whole cancelled parties last', () => {
  const list = parties(
    [booking('a'), booking('b'), booking('c')],
    [guest('1', 'a', { cancelled: true }), guest('2', 'b'), guest('3', 'c')],
    [checkIn('2', 'b'), checkIn('3', 'c')],
  );
  expect(keys(attendanceRows(list, options({ sort: 'arrival' })))).toEqual(['3', '2', '1']);
  expect(list[0]?.due).toBe(0);
});

test('a search leaves only what it found, with the row of its party', () => {
  const list = parties([booking('ida')], [guest('1', 'ida'), guest('2', 'ida')]);
  expect(keys(attendanceRows(list, options({ found: new Set(['2']) })))).toEqual(['pida', '2']);
});

test('guests without a name are the contact and their number', () => {
  const [party] = parties([booking('ida')], [guest('1', 'ida', { name: 'Nora' }), guest('2', 'ida')]);
  expect(party?.lines.map((line) => guestName(line, party))).toEqual([
    { name: 'Nora', number: null },
    { name: 'ida', number: 2 },
  ]);
});

test('a party keeps its signature until something about it changes', () => {
  const sign = (actions: Action[], more: Partial<Booking> = {}) =>
    parties([booking('ida', more)], [guest('1', 'ida'), guest('2', 'ida')], actions)[0]?.signature;
  const first = checkIn('1', 'ida');
  expect(sign([first])).toBe(sign([first]));
  expect(sign([first])).not.toBe(sign([]));
  expect(sign([first])).not.toBe(sign([checkIn('1', 'ida')]));
  expect(sign([first])).not.toBe(sign([checkIn('2', 'ida')]));
  expect(sign([first])).not.toBe(sign([first], { paidAmount: 0 }));
  expect(sign([first])).not.toBe(sign([first], { note: 'late' }));
});

test('a keystroke compares no names, and a tap only neighbours', () => {
  const many = Array.from({ length: 500 }, (_, index) => booking(`b${(index * 337) % 500}`, { contactName: `Guest ${(index * 131) % 500}` }));
  const list = () => parties(many, many.map(({ id }) => guest(`g-${id}`, id)), []);
  let compared = 0;
  const { compare } = new Intl.Collator('da');
  vi.spyOn(Intl.Collator.prototype, 'compare', 'get').mockReturnValue((a: string, b: string) => {
    compared += 1;
    return compare(a, b);
  });
  const options: ListOptions = { filter: 'all', sort: 'name', locale: 'nb', found: null };
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

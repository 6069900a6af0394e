import { describe, expect, test } from 'vitest';
import type { Action } from './actions.ts';
import { filterCounts, guestName, latestHere, nextMissing, type RefusedAction } from './attendance.ts';
import type { MirroredBooking, MirroredGuest } from './mirror.ts';
import { act, booking, checkIn, guest, keys, parties, refusal } from './testing/roll-call.ts';

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

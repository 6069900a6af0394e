import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomCheckOptions } from '../lib/testing/random-cases.ts';
import type { Action, ActionKind, ActionOf } from './actions.ts';
import { compareByTime, toCanonicalJson, foldCheckIn, type FoldGuest } from './check-in.ts';

const ANNA = 'a0000000-0000-4000-8000-000000000001';
const BEN = 'a0000000-0000-4000-8000-000000000002';
const PARTY = 'b0000000-0000-4000-8000-000000000001';
const TABLET = 'd0000000-0000-4000-8000-000000000001';
const PHONE = 'd0000000-0000-4000-8000-000000000002';
const guests: FoldGuest[] = [
  { id: ANNA, bookingId: PARTY, cancelled: false },
  { id: BEN, bookingId: PARTY, cancelled: false },
];

let sequence = 0;
function act<K extends ActionKind>(kind: K, fields: Partial<ActionOf<K>> & Pick<ActionOf<K>, 'payload'>): Action {
  sequence += 1;
  return {
    id: `c0000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`,
    kind,
    schemaVersion: 1,
    companyId: 'e0000000-0000-4000-8000-000000000001',
    departureId: 'f0000000-0000-4000-8000-000000000001',
    bookingId: PARTY,
    guestId: null,
    deviceId: TABLET,
    deviceSequence: sequence,
    occurredAt: `2026-05-01T08:${String(sequence % 60).padStart(2, '0')}:00.000Z`,
    deviceTime: '2026-05-01T08:00:00.000Z',
    userId: '90000000-0000-4000-8000-000000000001',
    ...fields,
  } as Action;
}
const checkIn = (guestId: string, fields: Partial<ActionOf<'check_in'>> = {}) =>
  act('check_in', { guestId, payload: { method: 'tap' }, ...fields });
const undo = (...actions: Action[]) => act('undo', { payload: { actions: actions.map(({ id }) => id) } });
const statusOf = (actions: Action[], guest = ANNA) => foldCheckIn(guests, actions).guests.get(guest)?.status;

describe('a guest', () => {
  test('is expected before anything happens', () => {
    expect(statusOf([])).toBe('expected');
  });

  test('is checked in after a check-in, at the earliest time of several', () => {
    const late = checkIn(ANNA, { occurredAt: '2026-05-01T09:30:00.000Z' });
    const early = checkIn(ANNA, { occurredAt: '2026-05-01T09:10:00.000Z' });
    const guest = foldCheckIn(guests, [late, early]).guests.get(ANNA);
    expect(guest?.checkIns.map((action) => action.id)).toEqual([early.id, late.id]);
    expect(guest?.conflict).toBe(false);
  });

  test('is checked in, with a conflict, after check-ins on two devices', () => {
    const guest = foldCheckIn(guests, [checkIn(ANNA), checkIn(ANNA, { deviceId: PHONE })]).guests.get(ANNA);
    expect(guest).toMatchObject({ status: 'checked_in', conflict: true });
  });

  test('stays checked in if an undo names only the other check-in', () => {
    const onTablet = checkIn(ANNA);
    const onPhone = checkIn(ANNA, { deviceId: PHONE });
    expect(statusOf([undo(onTablet), onTablet, onPhone])).toBe('checked_in');
    expect(statusOf([undo(onTablet, onPhone), onTablet, onPhone])).toBe('expected');
  });

  test('is a no-show after being marked absent, until checked in', () => {
    const absent = act('no_show', { guestId: ANNA, payload: {} });
    expect(statusOf([absent])).toBe('no_show');
    expect(statusOf([absent, checkIn(ANNA)])).toBe('checked_in');
    expect(statusOf([absent, undo(absent)])).toBe('expected');
  });

  test('is checked in even if the booking was cancelled', () => {
    const cancelled = [{ id: ANNA, bookingId: PARTY, cancelled: true }];
    expect(foldCheckIn(cancelled, []).guests.get(ANNA)?.status).toBe('cancelled');
    expect(foldCheckIn(cancelled, [checkIn(ANNA)]).guests.get(ANNA)?.status).toBe('checked_in');
  });
});

describe('a departure', () => {
  test('makes missing guests no-shows, and still allows late check-ins', () => {
    const depart = act('depart', { bookingId: null, payload: { headCount: 1 } });
    expect(statusOf([depart, checkIn(ANNA)], BEN)).toBe('no_show');
    expect(statusOf([depart, checkIn(ANNA), checkIn(BEN)], BEN)).toBe('checked_in');
  });

  test('can be undone', () => {
    const depart = act('depart', { bookingId: null, payload: { headCount: 1 } });
    const state = foldCheckIn(guests, [depart, undo(depart)]);
    expect(state.departed).toBeNull();
    expect(state.tally).toEqual({ expected: 2, checkedIn: 0, noShow: 0, cancelled: 0 });
  });
});

describe('a walk-in', () => {
  const guest = { id: 'a0000000-0000-4000-8000-000000000003', priceCategoryId: null, name: 'Ida', ticketCode: 'X' };
  const walkIn = act('walk_in', {
    bookingId: 'b0000000-0000-4000-8000-000000000002',
    payload: {
      reference: 'ABCDEF',
      contactName: 'Ida',
      contactPhone: null,
      contactEmail: null,
      totalAmount: 10000,
      currency: 'DKK',
      guests: [guest],
    },
  });

  test('joins the roster before and after the office’s list has it', () => {
    expect(foldCheckIn(guests, [walkIn]).tally.expected).toBe(3);
    const mirrored = [...guests, { id: guest.id, bookingId: walkIn.bookingId!, cancelled: false }];
    expect(foldCheckIn(mirrored, [walkIn]).tally.expected).toBe(3);
  });

  test('becomes a cancelled guest when undone', () => {
    expect(foldCheckIn(guests, [walkIn, undo(walkIn)]).guests.get(guest.id)?.status).toBe('cancelled');
  });
});

test('money collected on two devices is added up and marked as a conflict', () => {
  const payment = (deviceId: string) =>
    act('payment', { deviceId, payload: { amount: 25000, currency: 'DKK', method: 'cash' } });
  const booking = foldCheckIn(guests, [payment(TABLET), payment(PHONE)]).bookings.get(PARTY);
  expect(booking).toMatchObject({ collected: 50000, paymentConflict: true });
});

test('neither order nor duplicates change the state', () => {
  const some = [checkIn(ANNA), checkIn(ANNA, { deviceId: PHONE }), checkIn(BEN)];
  const all = [...some, undo(some[0]!), act('depart', { bookingId: null, payload: { headCount: 2 } })];
  const end = toCanonicalJson(foldCheckIn(guests, all));
  fc.assert(
    fc.property(fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }), (shuffled) => {
      expect(toCanonicalJson(foldCheckIn(guests, shuffled))).toEqual(end);
    }),
    randomCheckOptions(1000),
  );
});

describe('guests that only actions name', () => {
  const CLEO = 'a0000000-0000-4000-8000-000000000003';
  const guestsOf = (actions: Action[]) => [...foldCheckIn(guests, actions).guests.keys()];

  test('a signed ticket adds a guest, undone or not; other check-ins do not', () => {
    const signed = checkIn(CLEO, { payload: { method: 'signed', ticket: 'x' } });
    expect(guestsOf([signed])).toEqual([ANNA, BEN, CLEO]);
    expect(guestsOf([checkIn(CLEO)])).toEqual([ANNA, BEN]);
    expect(guestsOf([act('no_show', { guestId: CLEO, payload: {} })])).toEqual([ANNA, BEN]);
    expect(guestsOf([checkIn(CLEO, { payload: { method: 'signed', ticket: 'x' }, guestId: null })])).toEqual([
      ANNA,
      BEN,
    ]);
    expect(foldCheckIn(guests, [signed, undo(signed)]).guests.get(CLEO)?.status).toBe('expected');
  });

  test('a signed ticket does not restore a cancelled guest', () => {
    const cancelled: FoldGuest[] = [{ id: ANNA, bookingId: PARTY, cancelled: true }];
    const signed = checkIn(ANNA, { payload: { method: 'signed', ticket: 'x' } });
    expect(foldCheckIn(cancelled, [signed, undo(signed)]).guests.get(ANNA)?.status).toBe('cancelled');
  });

  test('a walk-in does not change a guest who is already on the list', () => {
    const cancelled: FoldGuest[] = [{ id: ANNA, bookingId: PARTY, cancelled: true }];
    const walkIn = act('walk_in', { payload: { guests: [{ id: ANNA }] } as never });
    expect(foldCheckIn(cancelled, [walkIn]).guests.get(ANNA)?.status).toBe('cancelled');
    expect(foldCheckIn([], [walkIn]).guests.get(ANNA)?.status).toBe('expected');
    expect(foldCheckIn(guests, [walkIn, undo(walkIn)]).guests.get(ANNA)?.status).toBe('cancelled');
  });
});

describe('money', () => {
  const pay = (fields: Partial<ActionOf<'payment'>> = {}) =>
    act('payment', { payload: { amount: 30, currency: 'DKK', method: 'cash' }, ...fields });
  test('marks a conflict if several devices collected', () => {
    const booking = (...actions: Action[]) => foldCheckIn(guests, actions).bookings.get(PARTY);
    expect(booking(pay())).toMatchObject({ collected: 30, paymentConflict: false });
    expect(booking(pay(), pay())).toMatchObject({ collected: 60, paymentConflict: false });
    expect(booking(pay(), pay({ deviceId: PHONE }))).toMatchObject({ collected: 60, paymentConflict: true });
    expect(booking(act('note', { payload: { text: 'late' } }))).toMatchObject({
      collected: 0,
      payments: [],
      paymentConflict: false,
    });
  });
});

test('a duplicate action counts once, in the form that came first', () => {
  const first = act('count', { payload: { present: 2, missing: [], stop: null } });
  const secondCount = { ...first, payload: { present: 9, missing: [], stop: null } } as Action;
  expect(foldCheckIn(guests, [first, secondCount]).counts).toEqual([first]);
  expect(foldCheckIn(guests, [checkIn(ANNA)]).counts).toEqual([]);
});

test('simultaneous actions are sorted by id', () => {
  const at = '2026-05-01T09:00:00.000Z';
  expect(compareByTime({ occurredAt: at, id: 'a' }, { occurredAt: at, id: 'b' })).toBe(-1);
  expect(compareByTime({ occurredAt: at, id: 'b' }, { occurredAt: at, id: 'a' })).toBe(1);
  expect(compareByTime({ occurredAt: at, id: 'a' }, { occurredAt: at, id: 'a' })).toBe(0);
  expect(compareByTime({ occurredAt: '2026-05-01T08:00:00.000Z', id: 'b' }, { occurredAt: at, id: 'a' })).toBe(-1);
  expect(compareByTime({ occurredAt: at, id: 'a' }, { occurredAt: '2026-05-01T08:00:00.000Z', id: 'b' })).toBe(1);
});

test('the canonical form has the whole state, by id', () => {
  const arrived = checkIn(ANNA, { occurredAt: '2026-05-01T09:00:00.000Z' });
  const paid = act('payment', { payload: { amount: 30, currency: 'DKK', method: 'cash' } });
  const note = act('note', { payload: { text: 'late' } });
  const count = act('count', { payload: { present: 1, missing: [], stop: null } });
  const walkIn = act('walk_in', { bookingId: 'walk', payload: { guests: [{ id: 'walker' }] } as never });
  const state = foldCheckIn([...guests].reverse(), [arrived, paid, note, count, walkIn]);
  expect(toCanonicalJson(state)).toEqual({
    guests: {
      [ANNA]: { status: 'checked_in', at: arrived.occurredAt, check_ins: [arrived.id], conflict: false },
      [BEN]: { status: 'expected', at: null, check_ins: [], conflict: false },
      walker: { status: 'expected', at: null, check_ins: [], conflict: false },
    },
    bookings: { [PARTY]: { collected: 30, payments: [paid.id], payment_conflict: false, notes: [note.id] } },
    walk_ins: [walkIn.id],
    departed: null,
    counts: [count.id],
    tally: { expected: 2, checked_in: 1, no_show: 0, cancelled: 0 },
  });
  expect(Object.keys((toCanonicalJson(state) as { guests: object }).guests)).toEqual([ANNA, BEN, 'walker']);
  const departed = act('depart', { payload: { headCount: 1 } });
  expect(toCanonicalJson(foldCheckIn(guests, [departed]))).toMatchObject({ departed: departed.id });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Action, ActionKind, ActionOf } from './actions.ts';
import { canonical, foldCheckIn, type FoldGuest } from './check-in.ts';

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

  test('is here after a check-in, and the earliest time is the one that counts', () => {
    const late = checkIn(ANNA, { occurredAt: '2026-05-01T09:30:00.000Z' });
    const early = checkIn(ANNA, { occurredAt: '2026-05-01T09:10:00.000Z' });
    const guest = foldCheckIn(guests, [late, early]).guests.get(ANNA);
    expect(guest?.checkIns.map((action) => action.id)).toEqual([early.id, late.id]);
    expect(guest?.conflict).toBe(false);
  });

  test('let in on two devices is here, and a conflict to show', () => {
    const guest = foldCheckIn(guests, [checkIn(ANNA), checkIn(ANNA, { deviceId: PHONE })]).guests.get(ANNA);
    expect(guest).toMatchObject({ status: 'checked_in', conflict: true });
  });

  test('stays here when an undo names only the other check-in', () => {
    const seen = checkIn(ANNA);
    const unseen = checkIn(ANNA, { deviceId: PHONE });
    expect(statusOf([undo(seen), seen, unseen])).toBe('checked_in');
    expect(statusOf([undo(seen, unseen), seen, unseen])).toBe('expected');
  });

  test('marked absent is a no-show until let in', () => {
    const absent = act('no_show', { guestId: ANNA, payload: {} });
    expect(statusOf([absent])).toBe('no_show');
    expect(statusOf([absent, checkIn(ANNA)])).toBe('checked_in');
    expect(statusOf([absent, undo(absent)])).toBe('expected');
  });

  test('of a cancelled booking who was let in all the same is here: it happened', () => {
    const cancelled = [{ id: ANNA, bookingId: PARTY, cancelled: true }];
    expect(foldCheckIn(cancelled, []).guests.get(ANNA)?.status).toBe('cancelled');
    expect(foldCheckIn(cancelled, [checkIn(ANNA)]).guests.get(ANNA)?.status).toBe('checked_in');
  });
});

describe('departing', () => {
  test('leaves who is not here as no-shows, and lets a late runner in', () => {
    const depart = act('depart', { bookingId: null, payload: { headCount: 1 } });
    expect(statusOf([depart, checkIn(ANNA)], BEN)).toBe('no_show');
    expect(statusOf([depart, checkIn(ANNA), checkIn(BEN)], BEN)).toBe('checked_in');
  });

  test('is taken back by undoing it', () => {
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

  test('joins the roster, before and after the office knows it', () => {
    expect(foldCheckIn(guests, [walkIn]).tally.expected).toBe(3);
    const known = [...guests, { id: guest.id, bookingId: walkIn.bookingId!, cancelled: false }];
    expect(foldCheckIn(known, [walkIn]).tally.expected).toBe(3);
  });

  test('that was undone leaves a cancelled place', () => {
    expect(foldCheckIn(guests, [walkIn, undo(walkIn)]).guests.get(guest.id)?.status).toBe('cancelled');
  });
});

test('money taken on two devices is summed and marked', () => {
  const payment = (deviceId: string) =>
    act('payment', { deviceId, payload: { amount: 25000, currency: 'DKK', method: 'cash' } });
  const booking = foldCheckIn(guests, [payment(TABLET), payment(PHONE)]).bookings.get(PARTY);
  expect(booking).toMatchObject({ collected: 50000, paymentConflict: true });
});

test('neither the order nor repeats change the end', () => {
  const some = [checkIn(ANNA), checkIn(ANNA, { deviceId: PHONE }), checkIn(BEN)];
  const all = [...some, undo(some[0]!), act('depart', { bookingId: null, payload: { headCount: 2 } })];
  const end = canonical(foldCheckIn(guests, all));
  fc.assert(
    fc.property(fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }), (shuffled) => {
      expect(canonical(foldCheckIn(guests, shuffled))).toEqual(end);
    }),
  );
});

import { describe, expect, test } from 'vitest';
import type { Action } from './actions.ts';
import { foldCheckIn } from './check-in.ts';
import { BOOKING_STATUSES } from './enums.ts';
import type { MirroredBooking } from './mirror.ts';
import { amountDueForBooking, amountDueForDeparture } from './money-due.ts';

const booking = (id: string, more: Partial<MirroredBooking> = {}) =>
  ({ id, status: 'CONFIRMED', totalAmount: 100, paidAmount: 0, ...more }) as MirroredBooking;

/** A roll-call with these payments. */
const collected = (...payments: [bookingId: string, amount: number][]) =>
  foldCheckIn(
    [],
    payments.map(([bookingId, amount], at) => ({
      id: `p${at}`,
      kind: 'payment',
      bookingId,
      guestId: null,
      payload: { amount, currency: 'DKK', method: 'cash' },
      occurredAt: `2026-05-01T07:00:0${at}.000Z`,
    })) as Action[],
  );

describe('amountDueForBooking', () => {
  test.each([
    { total: 100, paid: 0, taken: 0, due: 100 },
    { total: 100, paid: 60, taken: 0, due: 40 },
    { total: 100, paid: 60, taken: 30, due: 10 },
    { total: 100, paid: 60, taken: 40, due: 0 },
    { total: 100, paid: 60, taken: 50, due: 0 },
    { total: 100, paid: 130, taken: 0, due: 0 },
  ])('$total with $paid paid and $taken collected leaves $due', ({ total, paid, taken, due }) => {
    const rollCall = taken > 0 ? collected(['a', taken]) : collected();
    expect(amountDueForBooking(booking('a', { totalAmount: total, paidAmount: paid }), rollCall)).toBe(due);
  });

  test('counts only what was collected for this booking', () => {
    expect(amountDueForBooking(booking('a'), collected(['b', 30], ['a', 20]))).toBe(80);
  });

  test.each(BOOKING_STATUSES)('is 0 only for cancelled, expired and rejected bookings: %s', (status) => {
    const owesNothing = ['CANCELLED', 'EXPIRED', 'REJECTED'].includes(status);
    expect(amountDueForBooking(booking('a', { status }), collected())).toBe(owesNothing ? 0 : 100);
  });
});

describe('amountDueForDeparture', () => {
  test('an overpaid party does not lower what the others owe', () => {
    const bookings = [booking('a', { paidAmount: 150 }), booking('b'), booking('c', { paidAmount: 70 })];
    expect(amountDueForDeparture(bookings, collected(), new Set())).toBe(130);
    expect(amountDueForDeparture([booking('a'), booking('b')], collected(['a', 170]), new Set())).toBe(100);
  });

  test('leaves out undone walk-ins', () => {
    expect(amountDueForDeparture([booking('a'), booking('b')], collected(), new Set(['b']))).toBe(100);
    expect(amountDueForDeparture([], collected(), new Set())).toBe(0);
  });
});

import { expect, test } from 'vitest';
import type { DepartureView } from '../../../offline/read/views.ts';
import { findInView } from './find-in-view.ts';

const guests = [
  { id: 'g1', bookingId: 'b1', ticketCode: '3E22CRSBXGYY' },
  { id: 'g2', bookingId: 'b1', ticketCode: '4N6WMMYXG75J' },
  { id: 'g3', bookingId: 'b2', ticketCode: '6RVKWXR2XAJ6' },
];
const bookings = new Map([
  ['b1', { id: 'b1', reference: 'X4Q2EQ', voucherNumber: null }],
  ['b2', { id: 'b2', reference: 'ZARSN8', voucherNumber: 'gyg-77A' }],
]);
const view = { departure: { id: 'd' }, tour: { id: 't' }, guests, bookings } as unknown as DepartureView;

test("finds a ticket's guest with the whole party", () => {
  const match = findInView({ kind: 'ticket', value: '4N6WMMYXG75J' }, view);
  expect(match?.guest?.id).toBe('g2');
  expect(match?.party.map(({ id }) => id)).toEqual(['g1', 'g2']);
});

test('finds a booking by reference or voucher number, in any case', () => {
  expect(findInView({ kind: 'reference', value: 'X4Q2EQ' }, view)).toMatchObject({
    booking: { id: 'b1' },
    guest: null,
  });
  expect(findInView({ kind: 'voucher', value: 'GYG-77a' }, view)?.booking.id).toBe('b2');
});

test('returns null for links and for tickets of other departures', () => {
  expect(findInView({ kind: 'ticket', value: '222222222222' }, view)).toBeNull();
  expect(findInView({ kind: 'link', value: 'X4Q2EQ' }, view)).toBeNull();
});

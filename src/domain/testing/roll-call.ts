/** Bookings, guests and actions of a roll-call, its parties, and the list that shows them. */
import type { Action } from '../actions.ts';
import { attendanceList, type ListOptions } from '../attendance-list.ts';
import { partiesOf, type RefusedAction } from '../attendance.ts';
import { foldCheckIn } from '../check-in.ts';
import type { MirroredBooking, MirroredGuest } from '../mirror.ts';

export const booking = (id: string, more: Partial<MirroredBooking> = {}): MirroredBooking => ({
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

export const guest = (id: string, bookingId: string, more: Partial<MirroredGuest> = {}): MirroredGuest => ({
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
export function act(kind: Action['kind'], more: Partial<Action> & { payload?: unknown }): Action {
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

export const checkIn = (guestId: string, bookingId: string) =>
  act('check_in', { guestId, bookingId, payload: { method: 'tap' } });

export function parties(
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
export const listOf = (
  of: ReturnType<typeof parties>,
  more: Partial<ListOptions> = {},
  refused: RefusedAction[] = [],
) => attendanceList({ parties: of, refused }, options(more));
export const keys = (of: ReturnType<typeof parties>, more: Partial<ListOptions> = {}, refused: RefusedAction[] = []) =>
  listOf(of, more, refused).rows.map((row) => row.key);
export const refusal = (id: string, more: Partial<RefusedAction> = {}): RefusedAction => ({
  id,
  kind: 'check_in',
  occurredAt: '2026-05-01T07:00:00.000Z',
  bookingId: null,
  guestId: null,
  name: null,
  ...more,
});

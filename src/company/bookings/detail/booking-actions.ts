/** Decides which actions a booking's state allows: primary ones for the footer, the rest for the menu. */
import { attendanceIsKnown } from '../../../domain/bookings.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import { activeGuests } from './active-guests.ts';

export type BookingActionName =
  | 'confirm'
  | 'extend'
  | 'release'
  | 'reject'
  | 'restore'
  | 'move'
  | 'party'
  | 'split'
  | 'merge'
  | 'cancel'
  | 'noShow'
  | 'attended'
  | 'payment'
  | 'refunded'
  | 'refund'
  | 'edit'
  | 'tag'
  | 'partner'
  | 'code'
  | 'resend'
  | 'invoice';

/** Whether an invoice would include an unpaid amount. Mirrors `private.issue_invoice`. */
export const isInvoicedBeforePayment = ({ state, money }: Pick<BookingDetail, 'state' | 'money'>) =>
  (state === 'CONFIRMED' || state === 'PENDING') && money.due > 0;

/**
 * Splitting and merging change which booking a guest's link opens, and assigning a partner changes commission. Only for
 * the company's own staff (ADR 003).
 */
export const HIDDEN_WHILE_ACTING: ReadonlySet<string> = new Set<BookingActionName>(['split', 'merge', 'partner']);

function attendanceActions(booking: BookingDetail, now: number): BookingActionName[] {
  if (!attendanceIsKnown(booking.departure, now)) return [];
  const guests = activeGuests(booking);
  return [
    ...(guests.some(({ checkIn }) => checkIn !== 'no_show') ? (['noShow'] as const) : []),
    ...(guests.some(({ checkIn }) => checkIn !== 'checked_in') ? (['attended'] as const) : []),
  ];
}

/** Returns at most two primary actions, the most likely first, and all others as secondary. */
export function availableActions(
  booking: BookingDetail,
  now: number,
): { primary: BookingActionName[]; secondary: BookingActionName[] } {
  const { state, money, reason, departure, contactEmail } = booking;
  // The server splits and merges only requests and confirmed bookings, so a hold is offered neither.
  const partyActions: BookingActionName[] = [
    'move',
    'party',
    ...(activeGuests(booking).length > 1 ? (['split'] as const) : []),
    'merge',
  ];
  const hasDeparted = departure.departureStatus === 'departed' || departure.departureStatus === 'completed';
  const paymentActions: BookingActionName[] = money.due > 0 ? ['payment'] : [];
  const refundActions: BookingActionName[] = [
    ...(money.owed > 0 || money.overpaid > 0 ? (['refunded'] as const) : []),
    ...(money.balance > 0 ? (['refund'] as const) : []),
  ];
  const commonActions: BookingActionName[] = [
    'edit',
    'tag',
    'partner',
    // With nothing due, recording a payment is rare and comes here; otherwise `paymentActions` lists it further up.
    ...(money.due > 0 ? [] : (['payment'] as const)),
    ...refundActions,
  ];
  const mailActions: BookingActionName[] = contactEmail === null ? [] : ['resend'];
  switch (state) {
    case 'ON_HOLD':
      return {
        primary: ['confirm', 'extend'],
        secondary: ['move', 'party', ...paymentActions, 'code', ...commonActions, ...mailActions, 'release'],
      };
    case 'PENDING':
      return {
        primary: ['confirm', 'reject'],
        secondary: [...partyActions, ...paymentActions, 'code', ...commonActions, ...mailActions],
      };
    case 'CONFIRMED': {
      const primary: BookingActionName[] = [...paymentActions, hasDeparted ? 'noShow' : 'move'];
      return {
        primary,
        secondary: [
          ...[...partyActions, ...attendanceActions(booking, now)].filter((action) => !primary.includes(action)),
          'code',
          ...commonActions,
          ...mailActions,
          'cancel',
        ],
      };
    }
    default:
      // Guests of a merged booking now belong to the other one, so it cannot be restored.
      return {
        primary: [
          ...(money.owed > 0 ? (['refunded'] as const) : []),
          ...(reason === 'merged' ? [] : (['restore'] as const)),
        ],
        // An ended booking can be due, if more was refunded than was received.
        secondary: [...paymentActions, ...commonActions.filter((action) => action !== 'refunded' || money.owed === 0)],
      };
  }
}

/** What may be done with a booking as it stands: the next thing for its foot, the rest for its menu. */
import { attendanceIsKnown } from '../../../domain/bookings.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';

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
  | 'came'
  | 'payment'
  | 'refunded'
  | 'refund'
  | 'edit'
  | 'tag'
  | 'partner'
  | 'code'
  | 'resend'
  | 'invoice';

/** What is due is on its invoice, too: it stands. As `private.issue_invoice`. */
export const isInvoicedBeforePayment = ({ state, money }: Pick<BookingDetail, 'state' | 'money'>) =>
  (state === 'CONFIRMED' || state === 'PENDING') && money.due > 0;

/** A guest's link, or who earns from a booking: for the company's own people (ADR 003). */
export const HIDDEN_WHILE_ACTING: ReadonlySet<string> = new Set<BookingActionName>(['split', 'merge', 'partner']);

/** Acts on guests' data or on documents that name them: a partner needs the company's consent (ADR 003). */
export const NEEDS_GUEST_DATA: ReadonlySet<string> = new Set<BookingActionName>(['edit', 'invoice']);

/** `next`: at most two, the first is the one that most likely comes next. */
export function availableActions(
  { state, money, guests, reason, departure, contactEmail }: BookingDetail,
  now: number,
): { next: BookingActionName[]; more: BookingActionName[] } {
  const live = guests.filter(({ cancelled }) => !cancelled);
  const several = live.length > 1;
  const hasBegun = departure.departureStatus === 'departed' || departure.departureStatus === 'completed';
  const pay: BookingActionName[] = money.due > 0 ? ['payment'] : [];
  const back: BookingActionName[] = [
    ...(money.owed > 0 || money.overpaid > 0 ? (['refunded'] as const) : []),
    ...(money.balance > 0 ? (['refund'] as const) : []),
  ];
  const always: BookingActionName[] = [
    'edit',
    'tag',
    'partner',
    ...(money.due > 0 ? [] : (['payment'] as const)),
    ...back,
  ];
  const template: BookingActionName[] = contactEmail === null ? [] : ['resend'];
  switch (state) {
    case 'ON_HOLD':
      return {
        next: ['confirm', 'extend'],
        more: ['move', 'party', ...pay, 'code', ...always, ...template, 'release'],
      };
    case 'PENDING':
      return {
        next: ['confirm', 'reject'],
        more: [
          'move',
          'party',
          ...(several ? (['split'] as const) : []),
          'merge',
          ...pay,
          'code',
          ...always,
          ...template,
        ],
      };
    case 'CONFIRMED': {
      const isKnown = attendanceIsKnown(departure, now);
      const came: BookingActionName[] = [
        ...(isKnown && live.some(({ checkIn }) => checkIn !== 'no_show') ? (['noShow'] as const) : []),
        ...(isKnown && live.some(({ checkIn }) => checkIn !== 'checked_in') ? (['came'] as const) : []),
      ];
      const next: BookingActionName[] = [...pay, hasBegun ? 'noShow' : 'move'];
      return {
        next,
        more: [
          ...(['move', 'party', ...(several ? ['split'] : []), 'merge', ...came] as BookingActionName[]).filter(
            (act) => !next.includes(act),
          ),
          'code',
          ...always,
          ...template,
          'cancel',
        ],
      };
    }
    default:
      // Who was merged into another booking is there and not here.
      return {
        next: [
          ...(money.owed > 0 ? (['refunded'] as const) : []),
          ...(reason === 'merged' ? [] : (['restore'] as const)),
        ],
        more: always.filter((act) => act !== 'refunded' || money.owed === 0),
      };
  }
}

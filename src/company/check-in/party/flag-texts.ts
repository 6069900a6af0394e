import type { Flag } from '../../../domain/actions.ts';
import type { MessageId } from '../../../i18n/message-id.ts';

export const FLAG_TEXTS: Record<Flag, MessageId> = {
  already_checked_in: 'checkIn.flag.alreadyCheckedIn',
  already_paid: 'checkIn.flag.alreadyPaid',
  booking_cancelled: 'checkIn.flag.bookingCancelled',
  booking_moved: 'checkIn.flag.bookingMoved',
  booking_not_confirmed: 'checkIn.flag.bookingNotConfirmed',
  departure_cancelled: 'checkIn.flag.departureCancelled',
  not_assigned: 'checkIn.flag.notAssigned',
  over_capacity: 'checkIn.flag.overCapacity',
  clock_skew: 'checkIn.flag.clockSkew',
  odd_time: 'checkIn.flag.oddTime',
  unknown_guest: 'checkIn.flag.unknownGuest',
  undid_other: 'checkIn.flag.undidOther',
  undid_payment: 'checkIn.flag.undidPayment',
  amount_differs: 'checkIn.flag.amountDiffers',
  other_method: 'checkIn.flag.otherMethod',
};

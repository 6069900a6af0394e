import type { ActAnswer } from '../../../data/bookings/acts.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { BookingScope } from '../booking-scope.ts';

/** What each dialog of an act is given. */
export interface DialogOf {
  booking: BookingDetail;
  scope: BookingScope;
  onDone?: (answer: ActAnswer) => void;
  onClose(): void;
}

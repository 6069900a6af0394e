import type { ActAnswer, BookingDetail } from '../../../data/bookings.ts';
import type { BookingScope } from '../booking-scope.ts';

/** What each dialog of an act is given. */
export interface DialogOf {
  booking: BookingDetail;
  scope: BookingScope;
  onDone?: (answer: ActAnswer) => void;
  onClose(): void;
}

import type { BookingActionResult } from '../../../data/bookings/actions.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { BookingContext } from '../booking-context.ts';

export interface BookingDialogProps {
  booking: BookingDetail;
  context: BookingContext;
  onDone?: (result: BookingActionResult) => void;
  onClose(): void;
}

import type { ActResult } from '../../../data/bookings/actions.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { BookingScope } from '../booking-scope.ts';

export interface BookingDialogProps {
  booking: BookingDetail;
  scope: BookingScope;
  onDone?: (result: ActResult) => void;
  onClose(): void;
}

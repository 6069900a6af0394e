import { KEPT_BOOKING, readBooking } from '../../data/bookings/detail.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useAnswer } from '../../online/use-answer.ts';

/** A booking with all that is known of it; kept on the device, so that one that was opened before is there without a network. */
export function useBooking(company: Uuid, booking: Uuid) {
  return useAnswer({
    key: [company, 'booking', booking],
    ask: (signal) => readBooking(booking, { signal }),
    keep: KEPT_BOOKING,
  });
}

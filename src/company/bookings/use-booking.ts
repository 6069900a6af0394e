import { KEPT_BOOKING, readBooking } from '../../data/bookings/detail.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';

/** A booking with all that is known of it; kept on the device, so that one that was opened before is there without a network. */
export function useBooking(company: Uuid, booking: Uuid) {
  return useServerQuery({
    key: [company, 'booking', booking],
    fetch: (signal) => readBooking(booking, { signal }),
    cacheSchema: KEPT_BOOKING,
  });
}

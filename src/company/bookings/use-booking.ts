import { BOOKING_CACHE_SCHEMA, readBooking } from '../../data/bookings/detail.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';

/** Queries a booking with all details. Cached on the device, so that an opened booking is available offline. */
export function useBooking(company: Uuid, booking: Uuid) {
  return useServerQuery({
    key: [company, 'booking', booking],
    fetch: (signal) => readBooking(booking, { signal }),
    cacheSchema: BOOKING_CACHE_SCHEMA,
  });
}

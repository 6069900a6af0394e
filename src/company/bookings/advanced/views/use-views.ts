import { readBookingViews } from '../../../../data/bookings/views.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import { useServerQuery } from '../../../../online/use-server-query.ts';

export const useViews = (company: Uuid) =>
  useServerQuery({ key: [company, 'booking-views'], fetch: (signal) => readBookingViews(company, signal) });

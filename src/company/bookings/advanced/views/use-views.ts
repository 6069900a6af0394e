import { readBookingViews } from '../../../../data/bookings/views.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import { useAnswer } from '../../../../online/use-answer.ts';

/** The team's saved views. */
export const useViews = (company: Uuid) =>
  useAnswer({ key: [company, 'booking-views'], ask: (signal) => readBookingViews(company, signal) });

import { runAnyBookingAction, type BookingActionChange } from '../../../data/bookings/actions.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import type { BookingContext } from '../booking-context.ts';

/** Returns a mutation that runs any action on a booking. */
export const useBookingAction = (booking: BookingDetail, { company }: BookingContext) =>
  useMutation({
    send: (change: BookingActionChange, request) =>
      runAnyBookingAction({ ...change, booking: booking.id }, { request }),
    invalidates: [[company]],
  });

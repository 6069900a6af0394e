/** Fills departures with bookings, never beyond their capacity. */
import { drawBooking, drawParty, isOver, type BookingContext, type DemoBooking } from './bookings.ts';
import type { DemoDeparture } from './departures.ts';

/** Returns the average number of bookings by days from today. */
function averageBookings(day: number): number {
  if (day < 0) return 5.3;
  if (day <= 2) return 7.8;
  return 1 + 6.4 * Math.exp(-(day - 2) / 16);
}

export function fillDeparture(
  departure: DemoDeparture,
  context: BookingContext & { bigGuests: number },
): DemoBooking[] {
  if (departure.kind === 'big') return fillBig(departure, context);
  const { random } = context;
  const bookingCount =
    departure.kind === 'soon' ? 9 : Math.round(averageBookings(departure.day) * (0.35 + random.fraction() * 1.3));
  const bookings: DemoBooking[] = [];
  let seats = departure.capacity;
  for (let count = 0; count < bookingCount; count += 1) {
    const size = Math.min(drawParty(random), 15);
    if (size > seats) continue;
    const booking = drawBooking(departure, { size }, context);
    if (!isOver(booking.status)) seats -= size;
    bookings.push(booking);
  }
  // The first list that people open shows each state once.
  if (departure.kind === 'soon') {
    for (const status of ['ON_HOLD', 'PENDING', 'CANCELLED', 'EXPIRED'] as const) {
      if (seats >= 2 && !bookings.some((booking) => booking.status === status)) {
        bookings.push(drawBooking(departure, { size: 2, status }, context));
        if (status === 'ON_HOLD' || status === 'PENDING') seats -= 2;
      }
    }
  }
  return bookings;
}

/** Fills with exactly `bigGuests` active guests, besides released ones. */
function fillBig(departure: DemoDeparture, context: BookingContext & { bigGuests: number }): DemoBooking[] {
  const bookings: DemoBooking[] = [];
  let missing = context.bigGuests;
  while (missing > 0) {
    const booking = drawBooking(departure, { size: Math.min(drawParty(context.random), missing) }, context);
    if (!isOver(booking.status)) missing -= booking.guests.length;
    bookings.push(booking);
  }
  return bookings;
}

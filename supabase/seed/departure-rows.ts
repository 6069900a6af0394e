import type { DemoDeparture } from './departures.ts';
import { COMPANIES } from './people.ts';
import type { DemoCategory } from './tour-shape.ts';
import { priceId, tourId } from './tours.ts';

/** Returns the table rows of departures with their prices and guides. */
export function departureRows(departures: readonly DemoDeparture[], now: Date) {
  const created = new Date(now.getTime() - 95 * 86_400_000).toISOString();
  return {
    'public.departures': departures.map(
      ({
        id,
        tour,
        scheduleId,
        scheduledDate,
        startsAt,
        endsAt,
        localDate,
        capacity,
        language,
        meetingNote,
        isClosed,
        status,
      }) => ({
        id,
        company_id: COMPANIES[tour.company].id,
        tour_id: tourId(tour),
        schedule_id: scheduleId,
        scheduled_date: scheduledDate,
        // The big evening and the fair have more capacity than their tour.
        own_capacity: capacity !== tour.capacity,
        starts_at: startsAt.toISOString(),
        ends_at: endsAt.toISOString(),
        local_date: localDate,
        capacity,
        language,
        meeting_note: meetingNote,
        is_closed: isClosed,
        status,
        created_at: created,
      }),
    ),
    'public.departure_prices': departures.flatMap(({ id, tour, prices }) =>
      (Object.entries(prices) as [DemoCategory, number][]).map(([type, amount]) => ({
        departure_id: id,
        price_category_id: priceId(tour, type),
        amount,
      })),
    ),
    'public.departure_guides': departures.flatMap(({ id, guides, day }) =>
      guides.map((guide, place) => ({
        departure_id: id,
        user_id: guide.id,
        role: place === 0 ? 'lead' : 'assistant',
        status: day > 14 ? 'proposed' : 'accepted',
      })),
    ),
  };
}

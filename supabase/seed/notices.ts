/** Unread notices of the demo's guide: removed from one departure, one moved, one cancelled. */
import type { DemoDeparture } from './departures.ts';
import { isAssigned, type Assignment } from './guides.ts';
import { COMPANIES, guidesOf } from './people.ts';
import { scheduleId } from './tours.ts';
import { instantOf, minutesSinceMidnight } from './local-dates.ts';

interface Notice {
  user_id: string;
  departure_id: string;
  change: 'unassigned' | 'moved' | 'cancelled';
  previous_start: string | null;
  noted_at: string;
}

const HOUR_MS = 3_600_000;

/** Returns the start before the departure was moved, or null. */
function startBefore({ tour, scheduleId: id, scheduledDate }: DemoDeparture): string | null {
  const schedule = tour.schedules.find((schedule) => scheduleId(tour, schedule) === id);
  return schedule && scheduledDate !== null
    ? instantOf(scheduledDate, minutesSinceMidnight(schedule.time), COMPANIES[tour.company].time_zone).toISOString()
    : null;
}

/**
 * Returns notices about departures some days ahead, so that today and tomorrow stay unchanged. The guide is on the
 * moved and cancelled ones.
 */
export function guideNotices(
  departures: readonly DemoDeparture[],
  now: Date,
): { assignments: Assignment[]; notices: Notice[] } {
  const [guide] = guidesOf('copenhagen');
  const ahead = departures.filter(({ tour, day }) => tour.company === 'copenhagen' && day > 3);
  const moved = ahead.find(
    ({ status, scheduledDate, localDate }) =>
      status === 'scheduled' && scheduledDate !== null && scheduledDate !== localDate,
  );
  const called = ahead.find(({ status }) => status === 'cancelled');
  const off =
    guide &&
    ahead.find((departure) => departure.status === 'scheduled' && departure !== moved && !isAssigned(departure, guide));
  if (!guide || !moved || !called || !off) return { assignments: [], notices: [] };
  const notice = (departure: DemoDeparture, change: Notice['change'], hours: number): Notice => ({
    user_id: guide.id,
    departure_id: departure.id,
    change,
    previous_start: change === 'moved' ? startBefore(departure) : null,
    noted_at: new Date(now.getTime() - hours * HOUR_MS).toISOString(),
  });
  return {
    // Accepted guides are asked again after a move.
    assignments: (
      [
        [moved, 'proposed'],
        [called, 'accepted'],
      ] as const
    )
      .filter(([departure]) => !isAssigned(departure, guide))
      .map(([{ id, guides }, status]) => ({
        departure_id: id,
        user_id: guide.id,
        role: guides.length ? 'assistant' : 'lead',
        status,
      })),
    notices: [notice(off, 'unassigned', 3), notice(moved, 'moved', 20), notice(called, 'cancelled', 2)],
  };
}

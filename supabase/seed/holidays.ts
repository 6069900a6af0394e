/** What the schedules of the demo do that their rules do not say: a removed evening, a date that is another, holidays. */
import { COMPANIES } from './people.ts';
import { idOf } from './random.ts';
import { BIG_TOUR, scheduleId, SOON_TOUR, tourId, TOURS } from './tours.ts';
import { addDays, dayIn, weekdayOf } from './zones.ts';

/** Later than the departures that the demo begins with, which stay as they are. */
const AHEAD = 70;

/** Christmas of the first year in which it is that far ahead. */
function christmas(today: string): { from_date: string; to_date: string } {
  const earliest = addDays(today, AHEAD);
  const year = Number(earliest.slice(0, 4)) + (earliest > `${earliest.slice(0, 4)}-12-23` ? 1 : 0);
  return { from_date: `${year}-12-24`, to_date: `${year}-12-26` };
}

export function holidayRows(now: Date) {
  const company = COMPANIES.copenhagen;
  const today = dayIn(now, company.time_zone);
  const later = addDays(today, AHEAD);
  const [evening] = BIG_TOUR.schedules;
  const [morning] = SOON_TOUR.schedules;
  if (!evening || !morning) throw new Error('The demo has no schedules to except from');
  const blank = { moved_to: null, local_time: null, capacity: null, note: null };
  const exceptions = [
    {
      ...blank,
      id: idOf('exception:later'),
      schedule_id: scheduleId(SOON_TOUR, morning),
      local_date: later,
      kind: 'changed',
      local_time: '11:30',
      note: 'The marathon closes the old town until eleven.',
    },
    // Today the big evening is a departure of its own, in place of the usual one.
    ...(evening.days.includes(weekdayOf(today))
      ? [
          {
            ...blank,
            id: idOf('exception:big'),
            schedule_id: scheduleId(BIG_TOUR, evening),
            local_date: today,
            kind: 'removed',
          },
        ]
      : []),
  ];
  const seville = TOURS.find(({ slug }) => slug === 'triana-flamenco-evening');
  if (!seville) throw new Error('The demo has no tour to close');
  return {
    'public.schedule_exceptions': exceptions,
    'public.blackouts': [
      { id: idOf('blackout:christmas'), company_id: company.id, tour_id: null, name: 'Jul', ...christmas(today) },
      {
        id: idOf('blackout:feria'),
        company_id: COMPANIES.seville.id,
        tour_id: tourId(seville),
        from_date: addDays(today, AHEAD + 10),
        to_date: addDays(today, AHEAD + 16),
        name: 'Feria',
      },
    ],
  };
}

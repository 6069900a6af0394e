/** Exceptions of the demo's schedules: removed dates, changed dates, days off. */
import { COMPANIES } from './people.ts';
import { idOf } from './random.ts';
import type { DemoSchedule, DemoTour } from './tour-shape.ts';
import { BIG_TOUR, scheduleId, SOON_TOUR, tourId, TOURS } from './tours.ts';
import { addDays, dayIn, weekdayOrdinal, weekdayCodeOf } from './local-dates.ts';

/** First days without exceptions, so that the demo is always busy. */
const SPARED_DAYS = 3;

interface DayOff {
  from: string;
  to: string;
  name: string;
}

/** Returns Easter Sunday (Butcher's algorithm). */
function easterOf(year: number): string {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const skipped = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30;
  const week = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * week) / 451);
  const day = epact + week - 7 * late + 114;
  return `${year}-${String(Math.floor(day / 31)).padStart(2, '0')}-${String((day % 31) + 1).padStart(2, '0')}`;
}

/** Returns Denmark's public holidays of a year, with Christmas as one range. */
function publicHolidays(year: number): DayOff[] {
  const easter = easterOf(year);
  const byEaster = (
    [
      [-3, 'Skærtorsdag'],
      [-2, 'Langfredag'],
      [0, 'Påskedag'],
      [1, '2. påskedag'],
      [39, 'Kristi himmelfartsdag'],
      [49, 'Pinsedag'],
      [50, '2. pinsedag'],
    ] as const
  ).map(([days, name]) => ({ from: addDays(easter, days), to: addDays(easter, days), name }));
  return [
    { from: `${year}-01-01`, to: `${year}-01-01`, name: 'Nytårsdag' },
    ...byEaster,
    { from: `${year}-12-24`, to: `${year}-12-26`, name: 'Jul' },
  ];
}

/** Returns Copenhagen's days off: one soon, and the public holidays of the coming year. */
function daysOff(today: string): DayOff[] {
  const [first, last] = [addDays(today, SPARED_DAYS), addDays(today, 365)];
  const year = Number(today.slice(0, 4));
  const own = addDays(today, 18);
  return [
    { from: own, to: own, name: 'Personaledag' },
    ...[year, year + 1].flatMap(publicHolidays).filter(({ from }) => from >= first && from <= last),
  ];
}

interface Exception {
  tour: DemoTour;
  schedule: DemoSchedule;
  localDate: string;
  kind: 'removed' | 'changed';
  movedTo: string | null;
  time: string | null;
  note: string | null;
}

function exceptionsOf(today: string): Exception[] {
  const [evening] = BIG_TOUR.schedules;
  const [morning] = SOON_TOUR.schedules;
  if (!evening || !morning) throw new Error('The demo has no schedules to except from');
  // The morning schedule runs daily, so the date always exists.
  const on = (days: number, more: Partial<Exception>): Exception => ({
    tour: SOON_TOUR,
    schedule: morning,
    localDate: addDays(today, days),
    kind: 'changed',
    movedTo: null,
    time: null,
    note: null,
    ...more,
  });
  return [
    on(8, { kind: 'removed', note: 'The half-marathon goes through the old town.' }),
    on(15, { movedTo: addDays(today, 16), time: '16:30', note: 'Moved for the guests of the cruise ship.' }),
    on(70, { time: '11:30', note: 'The marathon closes the old town until eleven.' }),
    // Today the big evening is a single departure instead.
    ...(evening.days.includes(weekdayCodeOf(today))
      ? [on(0, { tour: BIG_TOUR, schedule: evening, kind: 'removed' as const })]
      : []),
  ];
}

/** Returns the occurrences of a schedule on a day: by its rule minus exceptions, plus moved ones. */
export function occurrencesOn(
  localDate: string,
  { tour, schedule, today }: { tour: DemoTour; schedule: DemoSchedule; today: string },
): { scheduledDate: string; time: string }[] {
  const { days, nth } = schedule;
  const own =
    tour.company === 'copenhagen' ? exceptionsOf(today).filter((exception) => exception.schedule === schedule) : [];
  const isOff =
    tour.company === 'copenhagen' && daysOff(today).some(({ from, to }) => localDate >= from && localDate <= to);
  const byRule = days.includes(weekdayCodeOf(localDate)) && (nth === undefined || nth === weekdayOrdinal(localDate));
  return [
    ...(byRule && !isOff && !own.some((exception) => exception.localDate === localDate)
      ? [{ scheduledDate: localDate, time: schedule.time }]
      : []),
    ...own
      .filter((exception) => exception.kind === 'changed' && (exception.movedTo ?? exception.localDate) === localDate)
      .map((exception) => ({ scheduledDate: exception.localDate, time: exception.time ?? schedule.time })),
  ];
}

export function holidayRows(now: Date) {
  const { id: company_id, time_zone } = COMPANIES.copenhagen;
  const today = dayIn(now, time_zone);
  const seville = TOURS.find(({ slug }) => slug === 'triana-flamenco-evening');
  if (!seville) throw new Error('The demo has no tour to close');
  return {
    'public.schedule_exceptions': exceptionsOf(today).map(
      ({ tour, schedule, localDate, kind, movedTo, time, note }) => ({
        id: idOf(`exception:${tour.slug}:${localDate}`),
        schedule_id: scheduleId(tour, schedule),
        local_date: localDate,
        kind,
        moved_to: movedTo,
        local_time: time,
        capacity: null,
        note,
      }),
    ),
    'public.blackouts': [
      ...daysOff(today).map(({ from, to, name }) => ({
        id: idOf(`blackout:${from}`),
        company_id,
        tour_id: null as string | null,
        from_date: from,
        to_date: to,
        name,
      })),
      {
        id: idOf('blackout:feria'),
        company_id: COMPANIES.seville.id,
        tour_id: tourId(seville),
        // After the demo's departures, which stay as they are.
        from_date: addDays(today, 80),
        to_date: addDays(today, 86),
        name: 'Feria',
      },
    ],
  };
}

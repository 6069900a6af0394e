/** The demo's departures by schedule, from a month ago to two months ahead, with special ones today. */
import { COMPANIES, guidesOf, type CompanyKey, type DemoPerson } from './people.ts';
import { idOf, Random } from './random.ts';
import { occurrencesOn } from './holidays.ts';
import type { DemoCategory, DemoTour } from './tour-shape.ts';
import { COPENHAGEN_TOURS } from './tours-copenhagen.ts';
import { BIG_TOUR, scheduleId, SOON_TOUR } from './tours.ts';
import { addDays, dayIn, instantOf, minutesSinceMidnight } from './local-dates.ts';

export interface DemoDeparture {
  id: string;
  tour: DemoTour;
  /** Days from today in the tour's time zone. */
  day: number;
  localDate: string;
  /** Schedule that creates it; null for a single departure. */
  scheduleId: string | null;
  /** Date by its schedule; `localDate` differs if it was moved. */
  scheduledDate: string | null;
  startsAt: Date;
  endsAt: Date;
  capacity: number;
  language: string;
  status: 'scheduled' | 'departed' | 'completed' | 'cancelled';
  isClosed: boolean;
  /** The lead guide is first. */
  guides: DemoPerson[];
  /** Overrides of its tour: prices and a note about the meeting point. */
  prices: Partial<Record<DemoCategory, number>>;
  meetingNote: string | null;
  /** `big`: hundreds of guests; `soon`: starts within the hour. */
  kind: 'ordinary' | 'big' | 'soon';
}

export interface CalendarOptions {
  now: Date;
  from: number;
  to: number;
  bigCapacity: number;
}

const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const quarter = (instant: number) => Math.ceil(instant / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;

/**
 * Returns the start of today's special departures: one soon, and the big one later in the evening; both before local
 * midnight.
 */
function todaysSpecials(now: Date, timeZone: string): { soon: Date; big: Date } {
  const today = dayIn(now, timeZone);
  const midnight = instantOf(addDays(today, 1), 0, timeZone).getTime();
  const soon = Math.min(quarter(now.getTime() + 25 * MINUTE_MS), midnight - QUARTER_HOUR_MS);
  const evening = instantOf(today, minutesSinceMidnight('20:00'), timeZone).getTime();
  const big = Math.min(
    Math.max(evening, quarter(soon + SOON_TOUR.minutes * MINUTE_MS)),
    midnight - 2 * QUARTER_HOUR_MS,
  );
  return { soon: new Date(soon), big: new Date(big) };
}

export function createDepartures(tours: readonly DemoTour[], options: CalendarOptions): DemoDeparture[] {
  const keys = [...new Set(tours.map(({ company }) => company))];
  return keys.flatMap((key) =>
    departuresOf(key, { ...options, tours: tours.filter(({ company }) => company === key) }),
  );
}

function createDeparture(
  tour: DemoTour,
  startsAt: Date,
  more: Partial<DemoDeparture> & Pick<DemoDeparture, 'day' | 'localDate' | 'language'>,
): DemoDeparture {
  return {
    id: idOf(`departure:${tour.slug}:${startsAt.toISOString()}:${more.kind ?? ''}`),
    tour,
    scheduleId: null,
    scheduledDate: null,
    startsAt,
    endsAt: new Date(startsAt.getTime() + tour.minutes * MINUTE_MS),
    capacity: tour.capacity,
    status: 'scheduled',
    isClosed: false,
    guides: [],
    prices: {},
    meetingNote: null,
    kind: 'ordinary',
    ...more,
  };
}

function departuresOf(
  key: CompanyKey,
  { now, from, to, bigCapacity, tours }: CalendarOptions & { tours: DemoTour[] },
): DemoDeparture[] {
  const { time_zone: zone } = COMPANIES[key];
  const random = new Random(`departures:${key}`);
  const today = dayIn(now, zone);
  const all: DemoDeparture[] = [];
  for (let day = from; day <= to; day += 1) {
    const localDate = addDays(today, day);
    const ordinary = tours
      .filter((tour) => tour.status === 'live' || (tour.status !== 'archived' && day < 0))
      // The big evening replaces the tour's usual one.
      .filter((tour) => !(day === 0 && tour.slug === BIG_TOUR.slug))
      .flatMap((tour) =>
        tour.schedules.flatMap((schedule) =>
          occurrencesOn(localDate, { tour, schedule, today }).map(({ scheduledDate, time }) =>
            createDeparture(tour, instantOf(localDate, minutesSinceMidnight(time), zone), {
              day,
              localDate,
              language: schedule.language,
              scheduleId: scheduleId(tour, schedule),
              scheduledDate,
            }),
          ),
        ),
      );
    const special: DemoDeparture[] = [];
    if (key === 'copenhagen' && day === 0) {
      const { soon, big } = todaysSpecials(now, zone);
      special.push(createDeparture(SOON_TOUR, soon, { day, localDate, kind: 'soon', language: 'en' }));
      special.push(
        createDeparture(BIG_TOUR, big, { day, localDate, kind: 'big', language: 'en', capacity: bigCapacity }),
      );
    }
    staff(key, { day, special, ordinary, random });
    for (const departure of ordinary) settle(departure, { now, random });
    all.push(...special, ...ordinary);
  }
  const fair = all.find(
    ({ tour, day, status, isClosed }) => tour === FAIR.tour && day > 3 && status === 'scheduled' && !isClosed,
  );
  if (fair) Object.assign(fair, FAIR.own);
  return all.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1));
}

interface Day {
  day: number;
  special: DemoDeparture[];
  ordinary: DemoDeparture[];
  random: Random;
}

/** A future departure with its own capacity, price and meeting point. */
const FAIR = {
  tour: COPENHAGEN_TOURS.find(({ slug }) => slug === 'smorrebrod-and-schnapps'),
  own: {
    capacity: 18,
    prices: { ADULT: 59500 },
    meetingNote: 'There is a food fair in the market square today: we meet by the flower stall on Israels Plads.',
  },
} as const;

/** Assigns guides without overlaps; guide@muster.test has work today and tomorrow. */
function staff(key: CompanyKey, { day, special, ordinary, random }: Day) {
  const guides = guidesOf(key);
  const [first] = guides;
  if (!first) return;
  const busy = new Map<string, DemoDeparture[]>();
  const isFree = (guide: DemoPerson, departure: DemoDeparture) =>
    (busy.get(guide.id) ?? []).every(
      (other) =>
        other.endsAt.getTime() + 15 * MINUTE_MS <= departure.startsAt.getTime() ||
        departure.endsAt.getTime() + 15 * MINUTE_MS <= other.startsAt.getTime(),
    );
  const assign = (departure: DemoDeparture, guide: DemoPerson) => {
    departure.guides.push(guide);
    busy.set(guide.id, [...(busy.get(guide.id) ?? []), departure]);
  };
  for (const departure of special) assign(departure, first);
  if (key === 'copenhagen' && (day === 0 || day === 1)) {
    let wanted = day === 0 ? 2 : 3;
    for (const departure of ordinary) {
      if (wanted > 0 && isFree(first, departure)) {
        assign(departure, first);
        wanted -= 1;
      }
    }
  }
  for (const departure of special) {
    const helpers = departure.kind === 'big' ? 4 : 1;
    for (const guide of guides) {
      if (departure.guides.length <= helpers && isFree(guide, departure)) assign(departure, guide);
    }
  }
  const turn = ((day % guides.length) + guides.length) % guides.length;
  const rota = [...guides.slice(turn), ...guides.slice(0, turn)];
  for (const departure of ordinary) {
    // Weeks ahead, some departures have no guide yet.
    if (day > 3 && random.chance(day > 21 ? 0.45 : 0.06)) continue;
    const guideCount = departure.capacity > 20 && random.chance(0.3) ? 2 : 1;
    for (const guide of rota) {
      if (departure.guides.length < guideCount && isFree(guide, departure)) assign(departure, guide);
    }
  }
}

/** Draws the status of a departure. */
function settle(departure: DemoDeparture, { now, random }: { now: Date; random: Random }) {
  const cancelled = random.chance(0.012) && (departure.day < 0 || departure.day > 2);
  const closed = random.chance(0.02) && departure.day > 2;
  if (cancelled) departure.status = 'cancelled';
  else if (departure.endsAt <= now) departure.status = 'completed';
  else if (hasLeft(departure, now)) departure.status = 'departed';
  departure.isClosed = closed && !cancelled;
}

/** Delay between the start and the departure of a group. */
export const LEAVES_AFTER_MS = 10 * MINUTE_MS;

export function hasLeft(departure: DemoDeparture, now: Date): boolean {
  return departure.kind === 'ordinary' && departure.startsAt.getTime() + LEAVES_AFTER_MS <= now.getTime();
}

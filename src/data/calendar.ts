/** Calendar of departures: a range of days, and one day with its bookings. */
import * as v from 'valibot';
import { differencesOf, type AssignedGuide, type Calendar, type CalendarDeparture } from '../domain/calendar.ts';
import { ASSIGNMENT_STATES, DIFFERENCES } from '../domain/calendar.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  DEPARTURE_STATUSES,
  GUIDE_ROLES,
  type DepartureStatus,
} from '../domain/closed-lists.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { calendarTour, departureCard, instant, localDate, localised } from './departure-schemas.ts';
import type { Json } from './database-types.ts';
import { rpc } from './rpc.ts';

export interface CalendarFilters {
  tours?: readonly Uuid[];
  guides?: readonly Uuid[];
  languages?: readonly string[];
  statuses?: readonly DepartureStatus[];
  /** Only departures without a guide. */
  unassigned?: boolean;
  /** Partner whose allotted seats count as free. Does not filter departures. */
  allotment_partner?: Uuid;
}
export interface CalendarRange {
  from: LocalDate;
  /** Last day, at most 62 days after the first. */
  to: LocalDate;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const daysOff = v.array(
  v.object({ tourId: v.nullable(v.string()), fromDate: localDate, toDate: localDate, name: v.string() }),
);
const shortMonth = v.object({
  timeZone: v.string(),
  isWhole: v.boolean(),
  tours: v.array(calendarTour),
  people: v.array(v.tuple([v.string(), v.string()])),
  daysOff,
  // Fields by position, as in public.read_calendar: a month has many rows, so keys are omitted.
  departures: v.array(
    v.tuple([
      v.string(),
      count,
      count,
      v.number(),
      count,
      count,
      count,
      v.string(),
      count,
      count,
      count,
      v.array(count),
      count,
    ]),
  ),
});
type ShortMonth = v.InferOutput<typeof shortMonth>;

const DAY = 86_400_000;

function readGuide(code: number, people: ShortMonth['people']): AssignedGuide | null {
  const person = people[Math.floor(code / 6)];
  const state = ASSIGNMENT_STATES[code % 3];
  if (!person || !state) return null;
  return { userId: person[0], name: person[1], role: code % 6 < 3 ? 'lead' : 'assistant', state };
}

function readDeparture(
  row: ShortMonth['departures'][number],
  { month, firstDay }: { month: ShortMonth; firstDay: number },
): CalendarDeparture | null {
  const [id, tour, day, starts, minutes, booked, capacity, language, flags, differs, version, codes, aside] = row;
  const tourId = month.tours[tour]?.id;
  const status = DEPARTURE_STATUSES[flags % 4];
  const guides = codes.map((code) => readGuide(code, month.people));
  if (tourId === undefined || status === undefined || !guides.every((guide) => guide !== null)) return null;
  return {
    id,
    tourId,
    localDate: new Date(firstDay + day * DAY).toISOString().slice(0, 10),
    startsAt: new Date(starts * 1000).toISOString(),
    minutes,
    booked,
    capacity,
    aside,
    language,
    status,
    closed: (flags & 4) > 0,
    belowMinimum: (flags & 8) > 0,
    differs: differencesOf(differs),
    version,
    guides,
  };
}

const cachedDeparture: v.GenericSchema<unknown, CalendarDeparture> = v.object({
  id: v.string(),
  tourId: v.string(),
  localDate: v.string(),
  startsAt: v.string(),
  minutes: v.number(),
  booked: v.number(),
  capacity: v.number(),
  aside: v.optional(v.number(), 0),
  language: v.string(),
  status: v.picklist(DEPARTURE_STATUSES),
  closed: v.boolean(),
  belowMinimum: v.boolean(),
  differs: v.array(v.picklist(DIFFERENCES)),
  version: v.number(),
  guides: v.array(
    v.object({
      userId: v.string(),
      name: v.string(),
      role: v.picklist(GUIDE_ROLES),
      state: v.picklist(ASSIGNMENT_STATES),
    }),
  ),
});
/** A calendar as the device stores it. */
export const CALENDAR_CACHE_SCHEMA: v.GenericSchema<unknown, Calendar> = v.object({
  from: localDate,
  to: localDate,
  timeZone: v.string(),
  isWhole: v.boolean(),
  tours: v.array(calendarTour),
  daysOff,
  departures: v.array(cachedDeparture),
});

interface Ask {
  signal?: AbortSignal | undefined;
}

/**
 * Reads the departures of up to 63 days with their occupancy, and the days off. Without permission for the whole
 * company it returns the person's own departures only. Fails with `not_permitted`.
 */
export async function readCalendar(
  companyId: Uuid,
  { from, to, filters = {}, signal }: CalendarRange & Ask & { filters?: CalendarFilters },
): Promise<Result<Calendar>> {
  const answer = await rpc(
    'read_calendar',
    { company: companyId, from_date: from, to_date: to, filters: filters as Json },
    { answer: shortMonth, signal },
  );
  if (!answer.ok) return answer;
  const { timeZone, isWhole, tours, daysOff: off } = answer.data;
  const firstDay = Date.parse(from);
  const departures = answer.data.departures.map((row) => readDeparture(row, { month: answer.data, firstDay }));
  if (!departures.every((one) => one !== null)) return fail('bad_answer', { retry: true });
  return ok({ from, to, timeZone, isWhole, tours, daysOff: off, departures });
}

const dayBooking = v.object({
  id: v.string(),
  reference: v.string(),
  status: v.picklist(BOOKING_STATUSES),
  source: v.picklist(BOOKING_SOURCES),
  /** The reference when the reader may not see the name. */
  contactName: v.string(),
  contactEmail: v.nullable(v.string()),
  contactPhone: v.nullable(v.string()),
  locale: v.string(),
  note: v.nullable(v.string()),
  organisationName: v.nullable(v.string()),
  /** Minor units of `currency`. */
  totalAmount: v.number(),
  paidAmount: v.number(),
  currency: v.string(),
  expiresAt: v.nullable(instant),
  guests: v.number(),
  seats: v.number(),
});
const day = v.object({
  timeZone: v.string(),
  tours: v.array(v.object({ ...calendarTour.entries, meetingPoint: localised })),
  departures: v.array(v.object({ ...departureCard.entries, belowMinimum: v.boolean(), bookings: v.array(dayBooking) })),
});
export type CalendarDay = v.InferOutput<typeof day>;

/** Reads a day's departures with their bookings. Fails with `not_permitted`. */
export function readDay(companyId: Uuid, { date, signal }: { date: LocalDate } & Ask): Promise<Result<CalendarDay>> {
  return rpc('read_day', { company: companyId, day: date }, { answer: day, signal });
}

/** Calendar of departures: a range of days, and one day with its bookings. */
import * as v from 'valibot';
import {
  ASSIGNMENT_STATUSES,
  DIFFERENCES,
  differencesOf,
  type AssignedGuide,
  type Calendar,
  type CalendarDeparture,
} from '../domain/calendar.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  DEPARTURE_STATUSES,
  GUIDE_ROLES,
  type DepartureStatus,
} from '../domain/enums.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { calendarTour, departureCard, instant, localDate, localised } from './departure-schemas.ts';
import type { Json } from './database-types.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc, type RpcOptions } from './rpc.ts';

export interface CalendarFilters {
  tours?: readonly Uuid[];
  guides?: readonly Uuid[];
  languages?: readonly string[];
  statuses?: readonly DepartureStatus[];
  /** Only departures without a guide. */
  unassigned?: boolean;
}
export interface CalendarOptions {
  filters?: CalendarFilters;
  /** Partner whose allotted seats count as free. */
  allotmentPartner?: Uuid | null;
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
const compactCalendar = v.object({
  timeZone: v.string(),
  isWholeCompany: v.boolean(),
  tours: v.array(calendarTour),
  people: v.array(v.tuple([v.string(), v.string()])),
  daysOff,
  /**
   * A month has many rows, so their fields have positions instead of keys. Flags: index of the status + 4 (closed) +
   * 8 (below the minimum). A guide code: 6 × index of the person + 3 × index of the role + index of the status.
   */
  departures: v.array(
    v.tuple([
      v.string(), // id
      count, // index of the tour
      count, // days since the first day
      v.number(), // start in seconds since 1970
      count, // duration in minutes
      count, // booked
      count, // capacity
      v.string(), // language
      count, // flags
      count, // differences
      count, // version
      v.array(count), // guide codes
      count, // allotted seats
    ]),
  ),
});
type CompactCalendar = v.InferOutput<typeof compactCalendar>;

const DAY_MS = 86_400_000;

function decodeGuide(code: number, people: CompactCalendar['people']): AssignedGuide | null {
  const person = people[Math.floor(code / 6)];
  const state = ASSIGNMENT_STATUSES[code % 3];
  if (!person || !state) return null;
  return { userId: person[0], name: person[1], role: code % 6 < 3 ? 'lead' : 'assistant', state };
}

function decodeDeparture(
  row: CompactCalendar['departures'][number],
  { calendar, firstDay }: { calendar: CompactCalendar; firstDay: number },
): CalendarDeparture | null {
  const [id, tour, day, starts, minutes, booked, capacity, language, flags, differs, version, codes, allottedSeats] =
    row;
  const tourId = calendar.tours[tour]?.id;
  const status = DEPARTURE_STATUSES[flags % 4];
  const guides = codes.map((code) => decodeGuide(code, calendar.people));
  if (tourId === undefined || status === undefined || !guides.every((guide) => guide !== null)) return null;
  return {
    id,
    tourId,
    localDate: new Date(firstDay + day * DAY_MS).toISOString().slice(0, 10),
    startsAt: new Date(starts * 1000).toISOString(),
    minutes,
    booked,
    capacity,
    allottedSeats,
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
  allottedSeats: v.optional(v.number(), 0),
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
      state: v.picklist(ASSIGNMENT_STATUSES),
    }),
  ),
});
/** A calendar as the device stores it. */
export const CALENDAR_CACHE_SCHEMA: v.GenericSchema<unknown, Calendar> = v.object({
  from: localDate,
  to: localDate,
  timeZone: v.string(),
  isWholeCompany: v.boolean(),
  tours: v.array(calendarTour),
  daysOff,
  departures: v.array(cachedDeparture),
});

export const readCalendarRpc = defineRpc('read_calendar', { response: compactCalendar });

/**
 * Reads the departures of up to 63 days with their occupancy, and the days off. Without permission for the whole
 * company it returns the person's own departures only. Fails with `not_permitted`.
 */
export async function readCalendar(
  companyId: Uuid,
  { from, to, filters = {}, allotmentPartner, signal }: CalendarRange & RpcOptions & CalendarOptions,
): Promise<Result<Calendar>> {
  const result = await rpc(
    readCalendarRpc,
    {
      company: companyId,
      from_date: from,
      to_date: to,
      filters: { ...filters, ...(allotmentPartner ? { allotment_partner: allotmentPartner } : {}) } as Json,
    },
    { signal },
  );
  if (!result.ok) return result;
  const { timeZone, isWholeCompany, tours, daysOff: off } = result.data;
  const firstDay = Date.parse(from);
  const departures = result.data.departures.map((row) => decodeDeparture(row, { calendar: result.data, firstDay }));
  if (!departures.every((departure) => departure !== null)) return fail('bad_response', { retry: true });
  return ok({ from, to, timeZone, isWholeCompany, tours, daysOff: off, departures });
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
  /** Minor units of `currency`, after the cash collected at the roll-call. */
  due: v.number(),
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

export const readDayRpc = defineRpc('read_day', { response: day });

/** Reads a day's departures with their bookings. Fails with `not_permitted`. */
export function readDay(
  companyId: Uuid,
  { date, signal }: { date: LocalDate } & RpcOptions,
): Promise<Result<CalendarDay>> {
  return rpc(readDayRpc, { company: companyId, day: date }, { signal });
}

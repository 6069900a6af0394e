/** Dashboard data: a company's current day, and the figures of a range. */
import * as v from 'valibot';
import { BOOKING_SOURCES, DEPARTURE_STATUSES } from '../domain/enums.ts';
import { ATTENDANCE_RULES } from '../domain/company-settings.ts';
import type { BookedDay } from '../domain/figures.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { figuresMoment, instant, localDate, localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc, type RpcOptions } from './rpc.ts';

/** Missing without permission to see it. */
const count = v.optional(v.number());
const ofDevices = v.optional(v.object({ devices: v.number(), actions: v.number() }));

const needs = v.object({
  /**
   * Departures of the next days without a guide, with an unanswered assignment, or below the minimum number of
   * guests.
   */
  noGuide: count,
  proposed: count,
  belowMinimum: count,
  /** Overdue tour reports. */
  overdue: v.number(),
  /** Unlocked reports with an incident. */
  incidents: count,
  /** Running departures whose guides' devices have not contacted the server. */
  silentDevices: count,
  /** Booking requests that wait for a decision. */
  requests: count,
  /** Bookings with an open refund; `refundsFailed` counts those whose refund failed. */
  refunds: count,
  refundsFailed: count,
  /** Differences between the ledger and the provider's list. */
  differences: count,
  mails: count,
  /** Actions that the server refused, and actions on devices that have not synced for an hour. */
  refused: ofDevices,
  unsent: ofDevices,
});

export const TODAY_CACHE_SCHEMA = v.object({
  today: localDate,
  timeZone: v.string(),
  currency: v.string(),
  isWholeCompany: v.boolean(),
  seesBookings: v.optional(v.boolean()),
  needs,
  departures: v.array(
    v.object({
      id: v.string(),
      tourId: v.string(),
      title: localised,
      colour: v.string(),
      startsAt: instant,
      endsAt: instant,
      departureStatus: v.picklist(DEPARTURE_STATUSES),
      capacity: v.number(),
      seats: v.number(),
      /** Booked guests, and guests checked in including walk-ins. */
      booked: v.number(),
      attended: v.number(),
      /** Guests who announced that they will be late, and by how many minutes at most. */
      late: v.number(),
      lateMinutes: v.nullable(v.number()),
      /** Minor units; null without permission to see money. */
      due: v.nullable(v.number()),
      /** Flagged actions that someone should check. */
      flagged: v.number(),
      guides: v.array(v.string()),
    }),
  ),
});
export type Today = v.InferOutput<typeof TODAY_CACHE_SCHEMA>;
export type TodaysDeparture = Today['departures'][number];

export const readTodayRpc = defineRpc('read_today', { response: TODAY_CACHE_SCHEMA });

/** Reads the company's current day, as far as the person may see it. Fails with `not_permitted`. */
export const readToday = (company: Uuid, options: RpcOptions = {}) => rpc(readTodayRpc, { company }, options);

const bookedDay = v.object({
  day: v.number(),
  source: v.picklist(BOOKING_SOURCES),
  bookings: v.number(),
  revenue: v.number(),
  cancelled: v.number(),
});
const bookedOf = <Day extends v.GenericSchema<unknown, BookedDay>>(day: Day) =>
  v.nullable(
    v.object({
      bookings: v.number(),
      guests: v.number(),
      revenue: v.number(),
      cancelled: v.number(),
      /** Bookings in another currency than the company's, which the figures leave out. */
      ofOtherCurrencies: v.number(),
      /** By index in LEAD_TIMES. */
      lead: v.array(v.number()),
      days: v.array(day),
    }),
  );
const attended = {
  departures: v.number(),
  booked: v.number(),
  attended: v.number(),
  walkIns: v.number(),
  noShows: v.number(),
};
const cell = v.object({
  /** 1 is Monday. */
  weekday: v.number(),
  hour: v.number(),
  departures: v.number(),
  seats: v.number(),
  capacity: v.number(),
});
const figures = <Day extends v.GenericSchema<unknown, BookedDay>, Cell extends v.GenericSchema<unknown, FillCell>>(
  day: Day,
  fill: Cell,
) =>
  v.object({
    ...figuresMoment,
    from: localDate,
    to: localDate,
    beforeFrom: localDate,
    beforeTo: localDate,
    today: localDate,
    currency: v.string(),
    isWholeCompany: v.boolean(),
    /** How guests without a mark are counted. */
    attendanceRule: v.picklist(ATTENDANCE_RULES),
    /** Null without permission to see bookings. */
    booked: bookedOf(day),
    bookedBefore: bookedOf(day),
    /** For past departures. */
    attendance: v.array(v.object({ tourId: v.string(), title: localised, ...attended })),
    attendanceBefore: v.object(attended),
    fill: v.array(fill),
    fillBefore: v.object({ departures: v.number(), seats: v.number(), capacity: v.number() }),
    guides: v.array(
      v.object({
        id: v.string(),
        name: v.nullable(v.string()),
        departures: v.number(),
        minutes: v.number(),
        guests: v.number(),
        departuresBefore: v.number(),
        minutesBefore: v.number(),
      }),
    ),
  });

export type FillCell = v.InferOutput<typeof cell>;
export const FIGURES_CACHE_SCHEMA = figures(bookedDay, cell);
export type Figures = v.InferOutput<typeof FIGURES_CACHE_SCHEMA>;

const fiveNumbers = v.tuple([v.number(), v.number(), v.number(), v.number(), v.number()]);
/** As sent: fields by position. */
const SENT_FIGURES = figures(
  v.pipe(
    v.tuple([v.number(), v.picklist(BOOKING_SOURCES), v.number(), v.number(), v.number()]),
    v.transform(([day, source, bookings, revenue, cancelled]) => ({ day, source, bookings, revenue, cancelled })),
  ),
  v.pipe(
    fiveNumbers,
    v.transform(([weekday, hour, departures, seats, capacity]) => ({ weekday, hour, departures, seats, capacity })),
  ),
);

export const readFiguresRpc = defineRpc('read_figures', { response: SENT_FIGURES });

/** Reads figures of at most 367 days and of the same number of days before. Fails with `not_permitted` or `invalid`. */
export function readFigures(
  company: Uuid,
  { from, to, ...options }: { from: LocalDate; to: LocalDate } & RpcOptions,
): Promise<Result<Figures>> {
  return rpc(readFiguresRpc, { company, from_date: from, to_date: to }, options);
}

/** What the dashboard tells: a company's day so far, and the figures of a range. */
import * as v from 'valibot';
import { BOOKING_SOURCES, DEPARTURE_STATUSES } from '../domain/closed-lists.ts';
import { ATTENDANCE_RULES } from '../domain/company-settings.ts';
import type { BookedDay } from '../domain/figures.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { figuresMoment, instant, localDate, localised } from './departure-schemas.ts';
import { rpc, type RpcOptions } from './rpc.ts';

const count = v.optional(v.number());
const ofDevices = v.optional(v.object({ devices: v.number(), actions: v.number() }));

const needs = v.object({
  /** Departures of the next days. */
  noGuide: count,
  proposed: count,
  lackingGuests: count,
  /** Reports. */
  overdue: v.number(),
  /** Those that tell of an incident and were not locked. */
  incidents: count,
  /** Departures under way of whose guides no device was heard from. */
  unheard: count,
  requests: count,
  /** Bookings that money is to go back for, and those of them for which it could not. */
  refunds: count,
  refundsFailed: count,
  /** Between the ledger and the provider's list. */
  differences: count,
  mails: count,
  /** What the server refused devices, and what waits on such as have not synced for an hour. */
  refused: ofDevices,
  unsent: ofDevices,
});

export const KEPT_TODAY = v.object({
  today: localDate,
  timeZone: v.string(),
  currency: v.string(),
  isWhole: v.boolean(),
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
      /** Guests who have booked, and who is here, walk-ins among them. */
      booked: v.number(),
      came: v.number(),
      /** Not here yet, as they said that they come later, and by how much at most. */
      late: v.number(),
      lateMinutes: v.nullable(v.number()),
      /** Minor units; null for who sees no money. */
      due: v.nullable(v.number()),
      /** What was recorded and somebody should look at. */
      flagged: v.number(),
      guides: v.array(v.string()),
    }),
  ),
});
export type Today = v.InferOutput<typeof KEPT_TODAY>;
export type TodaysDeparture = Today['departures'][number];

/** The company's day, as much of it as the person may see. Failures: `not_permitted` and those of the network. */
export const readToday = (company: Uuid, options: RpcOptions = {}) =>
  rpc('read_today', { company }, { answer: KEPT_TODAY, ...options });

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
      ofOtherCurrencies: v.number(),
      /** By the places of LEADS. */
      lead: v.array(v.number()),
      days: v.array(day),
    }),
  );
const attended = {
  departures: v.number(),
  booked: v.number(),
  came: v.number(),
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
    isWhole: v.boolean(),
    /** What guests whom nobody marked are counted as. */
    attendanceRule: v.picklist(ATTENDANCE_RULES),
    /** Null for who sees no bookings. */
    booked: bookedOf(day),
    bookedBefore: bookedOf(day),
    /** Of departures that are over. */
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
export const KEPT_FIGURES = figures(bookedDay, cell);
export type Figures = v.InferOutput<typeof KEPT_FIGURES>;

const fiveNumbers = v.tuple([v.number(), v.number(), v.number(), v.number(), v.number()]);
/** As they are sent: by their places. */
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

/** Figures of at most 367 days, with as many before. Failures: `not_permitted`, `invalid` and those of the network. */
export async function readFigures(
  company: Uuid,
  { from, to, ...options }: { from: LocalDate; to: LocalDate } & RpcOptions,
): Promise<Result<Figures>> {
  const answer = await rpc(
    'read_figures',
    { company, from_date: from, to_date: to },
    { answer: SENT_FIGURES, ...options },
  );
  return answer.ok ? ok(answer.data) : answer;
}

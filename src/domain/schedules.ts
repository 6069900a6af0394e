/** Validation schemas of the forms for schedules, exceptions, days off (blackouts) and single departures. */
import * as v from 'valibot';
import { isLocalDate } from '../lib/local-date.ts';
import { fieldError, optionalText, wholeNumber } from './fields.ts';
import { parseRrule } from './recurrence.ts';
import { MAX_PRICE } from './tours.ts';

export const SCHEDULE_EXCEPTION_KINDS = ['added', 'removed', 'changed'] as const;
export const DEPARTURE_IMPACTS = ['dropped', 'moved', 'changed'] as const;
/** How a schedule's change affects a departure: its date is dropped, its time moves, or something else changes. */
export type DepartureImpact = (typeof DEPARTURE_IMPACTS)[number];
export const DEPARTURE_DECISIONS = ['keep', 'close', 'move', 'change'] as const;
/**
 * What happens to a booked departure: it is kept, kept but closed for new bookings, or moved or changed with the
 * schedule.
 */
export type DepartureDecision = (typeof DEPARTURE_DECISIONS)[number];

/** The decisions that each impact allows. */
export const DECISIONS_OF: Record<DepartureImpact, readonly DepartureDecision[]> = {
  dropped: ['keep', 'close'],
  moved: ['keep', 'close', 'move'],
  changed: ['keep', 'change'],
};

const date = () =>
  v.pipe(
    v.string(fieldError('required')),
    v.check((day) => isLocalDate(day) && /^(?:19|20|21)/.test(day), fieldError('not_valid')),
  );
const time = () =>
  v.pipe(v.string(fieldError('required')), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, fieldError('not_valid')));
const language = () => v.nullable(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/, fieldError('not_valid'))));
const capacity = () => v.nullable(wholeNumber({ min: 0, max: 10_000 }));

export const scheduleSchema = v.object({
  rrule: v.pipe(
    v.string(),
    v.check((text) => parseRrule(text) !== null, fieldError('not_valid')),
  ),
  /** The date from which the rule counts. */
  startsOn: date(),
  /** `HH:MM` in the company's time zone. */
  localTime: time(),
  /** Null inherits the tour's. */
  capacity: capacity(),
  language: language(),
  isActive: v.boolean(),
});
export type ScheduleForm = v.InferOutput<typeof scheduleSchema>;

export const exceptionSchema = v.object({
  localDate: date(),
  kind: v.picklist(SCHEDULE_EXCEPTION_KINDS),
  /** For a changed occurrence: its new date. */
  movedTo: v.nullable(date()),
  localTime: v.nullable(time()),
  capacity: capacity(),
  language: language(),
  note: v.nullable(optionalText(500)),
});
export type ExceptionForm = v.InferOutput<typeof exceptionSchema>;

export const blackoutSchema = v.object({
  /** Null: all tours of the company. */
  tourId: v.nullable(v.pipe(v.string(), v.uuid())),
  fromDate: date(),
  /** The last day, included. */
  toDate: date(),
  name: optionalText(200),
});
export type BlackoutForm = v.InferOutput<typeof blackoutSchema>;

/**
 * Overrides of one departure; null, or a missing price, inherits from its schedule or tour. Prices are in minor units,
 * by price category.
 */
export const departureOverridesSchema = v.object({
  capacity: capacity(),
  language: language(),
  /** Special instructions for the meeting point. */
  meetingNote: v.nullable(optionalText(1000)),
  prices: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_PRICE))),
});
export type DepartureOverrides = v.InferOutput<typeof departureOverridesSchema>;

export type NewDeparture = DepartureOverrides & { localDate: string; localTime: string };

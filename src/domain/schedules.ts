/** Schedules, exceptions, blackouts and single departures as their forms have them. */
import * as v from 'valibot';
import { isLocalDate } from '../lib/local-date.ts';
import { optionalText, wholeNumber, type FieldError } from './fields.ts';
import { parseRrule } from './recurrence.ts';
import { MAX_PRICE } from './tours.ts';

export const EXCEPTION_KINDS = ['added', 'removed', 'changed'] as const;
export const DEPARTURE_IMPACTS = ['dropped', 'moved', 'changed'] as const;
/** What becomes of a departure as its schedule changes: its date is no longer one, it has another time, or something else of it changes. */
export type DepartureImpact = (typeof DEPARTURE_IMPACTS)[number];
export const DEPARTURE_DECISIONS = ['keep', 'close', 'move', 'change'] as const;
/** Of a booked departure: stays as it is; stays for those who have booked and takes nobody else; goes along, to another time or in what else changes. */
export type DepartureDecision = (typeof DEPARTURE_DECISIONS)[number];

/** What may be decided of each. */
export const DECISIONS_OF: Record<DepartureImpact, readonly DepartureDecision[]> = {
  dropped: ['keep', 'close'],
  moved: ['keep', 'close', 'move'],
  changed: ['keep', 'change'],
};

const error = (code: FieldError): FieldError => code;
const date = () =>
  v.pipe(
    v.string(error('required')),
    v.check((day) => isLocalDate(day) && /^(?:19|20|21)/.test(day), error('not_valid')),
  );
const time = () => v.pipe(v.string(error('required')), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, error('not_valid')));
const language = () => v.nullable(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/, error('not_valid'))));
const capacity = () => v.nullable(wholeNumber({ least: 0, most: 10_000 }));

export const ScheduleForm = v.object({
  rrule: v.pipe(
    v.string(),
    v.check((text) => parseRrule(text) !== null, error('not_valid')),
  ),
  /** The rule counts from here. */
  startsOn: date(),
  /** `HH:MM` where the tour takes place. */
  localTime: time(),
  /** Null: the tour's. */
  capacity: capacity(),
  language: language(),
  isActive: v.boolean(),
});
export type ScheduleForm = v.InferOutput<typeof ScheduleForm>;

export const ExceptionForm = v.object({
  localDate: date(),
  kind: v.picklist(EXCEPTION_KINDS),
  /** Of one that is changed: another day. */
  movedTo: v.nullable(date()),
  localTime: v.nullable(time()),
  capacity: capacity(),
  language: language(),
  note: v.nullable(optionalText(500)),
});
export type ExceptionForm = v.InferOutput<typeof ExceptionForm>;

export const BlackoutForm = v.object({
  /** Null: all tours of the company. */
  tourId: v.nullable(v.pipe(v.string(), v.uuid())),
  fromDate: date(),
  /** The last one. */
  toDate: date(),
  name: optionalText(200),
});
export type BlackoutForm = v.InferOutput<typeof BlackoutForm>;

/** What one departure has of its own; null, or no price: as its schedule or tour says. Amounts in minor units, by price category. */
export const DepartureOverrides = v.object({
  capacity: capacity(),
  language: language(),
  /** What is different at the meeting point this once. */
  meetingNote: v.nullable(optionalText(1000)),
  prices: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_PRICE))),
});
export type DepartureOverrides = v.InferOutput<typeof DepartureOverrides>;

export type NewDeparture = DepartureOverrides & { localDate: string; localTime: string };

/** What is typed about single dates: a date that differs from its schedule, days off, a departure without a schedule. */
import * as v from 'valibot';
import { date, money, optionalText, time, type FieldError } from './fields.ts';
import { addDays } from '../lib/local-date.ts';
import type { MinorUnits } from './ids.ts';
import { moneyForField } from './typed-money.ts';
import { WEEKDAYS } from './recurrence.ts';
import type { OwnOfDeparture } from './schedules.ts';
import { count, orNull } from './typed-schedule.ts';
import { HIGHEST_PRICE } from './tours.ts';
import { typeDate } from './typed-time.ts';

const error = (code: FieldError): FieldError => code;
const seats = () => orNull(count({ least: 0, most: 10_000 }));

/** This one; this and following; all of the schedule. */
export const SCOPES = ['one', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/** One date: where it takes place, and what is its own. */
export const typedOccurrence = v.object({
  scope: v.picklist(SCOPES),
  localDate: date(),
  /** Of those that follow, or of all; '' where the rule has none by the week. */
  weekday: v.picklist(['', ...WEEKDAYS]),
  localTime: time(),
  capacity: seats(),
  language: v.string(),
  note: optionalText(500),
});
export type TypedOccurrence = v.InferInput<typeof typedOccurrence>;
export type Occurrence = v.InferOutput<typeof typedOccurrence>;

/** As the fields hold it. */
export const typeOccurrence = (occurrence: Occurrence): TypedOccurrence => ({
  ...occurrence,
  localDate: occurrence.localDate && typeDate(occurrence.localDate),
  capacity: String(occurrence.capacity ?? ''),
});

/** Days from the first to the last one of a blackout. */
const LONGEST_BLACKOUT = 1100;

/** Days on which nothing runs. */
export const typedBlackout = v.pipe(
  v.object({
    /** `company`: all its tours. */
    of: v.picklist(['tour', 'company']),
    fromDate: date(),
    toDate: date(),
    name: optionalText(200),
  }),
  v.forward(
    v.check(({ fromDate, toDate }) => fromDate <= toDate, error('before_start')),
    ['toDate'],
  ),
  v.forward(
    v.check(({ fromDate, toDate }) => toDate <= addDays(fromDate, LONGEST_BLACKOUT), error('too_long')),
    ['toDate'],
  ),
);
export type TypedBlackout = v.InferInput<typeof typedBlackout>;
export type DaysOff = v.InferOutput<typeof typedBlackout>;

/** As the fields hold it. */
export const typeBlackout = (days: DaysOff): TypedBlackout => ({
  ...days,
  fromDate: days.fromDate && typeDate(days.fromDate),
  toDate: days.toDate && typeDate(days.toDate),
});

/** What one departure has of its own; '' is as its schedule or its tour says. Prices by place, as a form has no names for them. */
export const typedOwn = (currency: string, locale: string) =>
  v.object({
    capacity: seats(),
    language: v.string(),
    meetingNote: optionalText(1000),
    prices: v.array(
      v.object({ id: v.string(), amount: orNull(money(currency, { free: true, locale, most: HIGHEST_PRICE })) }),
    ),
  });
export type TypedOwn = v.InferInput<ReturnType<typeof typedOwn>>;
export type ReadOwn = v.InferOutput<ReturnType<typeof typedOwn>>;

/** A departure that no schedule makes; `guide`: who is asked to guide it, '' nobody. */
export const typedDeparture = (currency: string, locale: string) =>
  v.object({ localDate: date(), localTime: time(), guide: v.string(), ...typedOwn(currency, locale).entries });
export type TypedDeparture = v.InferInput<ReturnType<typeof typedDeparture>>;
export type ReadDeparture = v.InferOutput<ReturnType<typeof typedDeparture>>;

/** As the fields hold it; `prices`: the ids of all that the tour has, in its order. */
export const typeOwn = (
  own: OwnOfDeparture,
  { prices, currency, locale }: { prices: readonly string[]; currency: string; locale: string },
): TypedOwn => ({
  capacity: String(own.capacity ?? ''),
  language: own.language ?? '',
  meetingNote: own.meetingNote ?? '',
  prices: prices.map((id) => {
    const amount: MinorUnits | undefined = own.prices[id];
    return { id, amount: amount === undefined ? '' : moneyForField(amount, { currency, locale }) };
  }),
});

/** What is saved of the fields. */
export const ownOf = ({ capacity, language, meetingNote, prices }: ReadOwn): OwnOfDeparture => ({
  capacity,
  language: language || null,
  meetingNote: meetingNote || null,
  prices: Object.fromEntries(prices.flatMap(({ id, amount }) => (amount === null ? [] : [[id, amount]]))),
});

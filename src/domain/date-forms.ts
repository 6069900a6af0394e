/**
 * Form schemas for single dates: a date that differs from its schedule, days off, and departures without a schedule.
 */
import * as v from 'valibot';
import { date, fieldError, money, optionalText, time } from './fields.ts';
import { addDays } from '../lib/local-date.ts';
import type { MinorUnits } from './ids.ts';
import { formatMoneyInput } from './parse-money.ts';
import { WEEKDAYS } from './recurrence.ts';
import type { DepartureOverrides } from './schedules.ts';
import { countField, emptyToNull } from './schedule-form.ts';
import { MAX_PRICE } from './tours.ts';
import { formatDateInput } from './parse-date-time.ts';

const seats = () => emptyToNull(countField({ min: 0, max: 10_000 }));

/** Which occurrences a change affects: this one, this and the following, or all of the schedule. */
export const SCOPES = ['one', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/** One occurrence of a schedule: its date and overrides. */
export const occurrenceFormSchema = v.object({
  scope: v.picklist(SCOPES),
  localDate: date(),
  /** For `following` and `all`; '' for a rule that is not weekly. */
  weekday: v.picklist(['', ...WEEKDAYS]),
  localTime: time(),
  capacity: seats(),
  language: v.string(),
  note: optionalText(500),
});
export type OccurrenceFormValues = v.InferInput<typeof occurrenceFormSchema>;
export type Occurrence = v.InferOutput<typeof occurrenceFormSchema>;

export const toOccurrenceFormValues = (occurrence: Occurrence): OccurrenceFormValues => ({
  ...occurrence,
  localDate: occurrence.localDate && formatDateInput(occurrence.localDate),
  capacity: String(occurrence.capacity ?? ''),
});

/** Most days between the first and the last day off. */
const MAX_BLACKOUT_DAYS = 1100;

/** Days off. */
export const blackoutFormSchema = v.pipe(
  v.object({
    /** `company`: all tours. */
    of: v.picklist(['tour', 'company']),
    fromDate: date(),
    toDate: date(),
    name: optionalText(200),
  }),
  v.forward(
    v.check(({ fromDate, toDate }) => fromDate <= toDate, fieldError('before_start')),
    ['toDate'],
  ),
  v.forward(
    v.check(({ fromDate, toDate }) => toDate <= addDays(fromDate, MAX_BLACKOUT_DAYS), fieldError('too_long')),
    ['toDate'],
  ),
);
export type BlackoutFormValues = v.InferInput<typeof blackoutFormSchema>;
export type DaysOff = v.InferOutput<typeof blackoutFormSchema>;

export const toBlackoutFormValues = (days: DaysOff): BlackoutFormValues => ({
  ...days,
  fromDate: days.fromDate && formatDateInput(days.fromDate),
  toDate: days.toDate && formatDateInput(days.toDate),
});

/**
 * Overrides of one departure; '' inherits from its schedule or tour. Prices are an array, as field names cannot contain
 * ids.
 */
export const overridesFormSchema = (currency: string, locale: string) =>
  v.object({
    capacity: seats(),
    language: v.string(),
    meetingNote: optionalText(1000),
    prices: v.array(
      v.object({ id: v.string(), amount: emptyToNull(money(currency, { free: true, locale, max: MAX_PRICE })) }),
    ),
  });
export type OverridesFormValues = v.InferInput<ReturnType<typeof overridesFormSchema>>;
export type OverridesFormData = v.InferOutput<ReturnType<typeof overridesFormSchema>>;

/** A departure without a schedule. `guide`: the id of the guide to assign, '' for none. */
export const departureFormSchema = (currency: string, locale: string) =>
  v.object({
    localDate: date(),
    localTime: time(),
    guide: v.string(),
    ...overridesFormSchema(currency, locale).entries,
  });
export type DepartureFormValues = v.InferInput<ReturnType<typeof departureFormSchema>>;
export type DepartureFormData = v.InferOutput<ReturnType<typeof departureFormSchema>>;

/** Formats overrides for the form. `prices`: the ids of all prices of the tour, in its order. */
export const toOverridesFormValues = (
  overrides: DepartureOverrides,
  { prices, currency, locale }: { prices: readonly string[]; currency: string; locale: string },
): OverridesFormValues => ({
  capacity: String(overrides.capacity ?? ''),
  language: overrides.language ?? '',
  meetingNote: overrides.meetingNote ?? '',
  prices: prices.map((id) => {
    const amount: MinorUnits | undefined = overrides.prices[id];
    return { id, amount: amount === undefined ? '' : formatMoneyInput(amount, { currency, locale }) };
  }),
});

export const toDepartureOverrides = ({
  capacity,
  language,
  meetingNote,
  prices,
}: OverridesFormData): DepartureOverrides => ({
  capacity,
  language: language || null,
  meetingNote: meetingNote || null,
  prices: Object.fromEntries(prices.flatMap(({ id, amount }) => (amount === null ? [] : [[id, amount]]))),
});

/**
 * Filters of bookings. The same shape is sent to the server (supabase/schemas, find_bookings) and stored in saved
 * views.
 */
import * as v from 'valibot';
import { isLocalDate } from '../lib/local-date.ts';
import { BOOKING_REASONS } from './booking-reasons.ts';
import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  PRICE_CATEGORY_TYPES,
  DEPARTURE_PHASES,
  ATTENDANCE_FILTER_VALUES,
} from './enums.ts';

const uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid());
/** The most values in one list of a condition. */
export const MAX_LISTED_VALUES = 100;
const list = <Item extends v.GenericSchema<string>>(item: Item) =>
  v.pipe(v.array(item), v.minLength(1), v.maxLength(MAX_LISTED_VALUES));
const words = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
/** One value of a list. */
const word = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const date = v.pipe(
  v.string(),
  v.check((day) => isLocalDate(day) && /^(?:19|20|21)/.test(day)),
);
const MAX_AMOUNT = 999_999_999_999_999;
const amount = v.pipe(v.number(), v.integer(), v.minValue(-MAX_AMOUNT), v.maxValue(MAX_AMOUNT));
/** Negates a condition. */
const not = v.optional(v.boolean());
const empty = v.boolean();

/** A range of days in the company's time zone, both ends included; either may be missing. */
const dates = <Field extends string>(field: Field) =>
  v.pipe(
    v.strictObject({ field: v.literal(field), from: v.optional(date), to: v.optional(date), not }),
    v.check(({ from, to }) => from !== undefined || to !== undefined),
  );
const amounts = <Field extends string>(field: Field) =>
  v.pipe(
    v.strictObject({ field: v.literal(field), from: v.optional(amount), to: v.optional(amount), not }),
    v.check(({ from, to }) => from !== undefined || to !== undefined),
  );
/** Times in the company's time zone; a range whose end is earlier spans midnight. */
const time = v.pipe(v.string(), v.isoTime());
const among = <Field extends string, Item extends v.GenericSchema<string>>(field: Field, item: Item) =>
  v.strictObject({ field: v.literal(field), in: list(item), not });
const isEmpty = <Field extends string>(field: Field) => v.strictObject({ field: v.literal(field), empty, not });
/** All words match in any order; words of one or two letters match only the beginning of a word. */
const containing = <Field extends string>(field: Field) => v.strictObject({ field: v.literal(field), has: words, not });

const condition = v.union([
  containing('name'),
  /** The name of any guest. */
  containing('guest'),
  containing('email'),
  containing('phone'),
  containing('note'),
  containing('voucher'),
  containing('reference'),
  isEmpty('email'),
  isEmpty('phone'),
  isEmpty('note'),
  isEmpty('voucher'),
  isEmpty('country'),
  isEmpty('partner'),
  isEmpty('guide'),
  isEmpty('tag'),
  isEmpty('referral'),
  isEmpty('code'),
  /** Empty: without news consent. */
  isEmpty('news'),
  among('status', v.picklist(BOOKING_STATUSES)),
  among('source', v.picklist(BOOKING_SOURCES)),
  among('tour', uuid),
  among('departure', uuid),
  among('partner', uuid),
  among('guide', uuid),
  /** The departure's language. */
  among('language', word),
  /** The guest's language. */
  among('locale', word),
  among('country', word),
  among('tag', word),
  among('currency', word),
  /** The reason for the last move, smaller party or end of the booking. */
  among('reason', v.picklist(BOOKING_REASONS)),
  /** The name of the partner link that led to the booking. */
  among('referral', word),
  /** The discount code, in any case. */
  among('code', word),
  /** The party has a guest of this category. */
  among('category', v.picklist(PRICE_CATEGORY_TYPES)),
  /** Attendance of confirmed and pending bookings. */
  among('attendance', v.picklist(ATTENDANCE_FILTER_VALUES)),
  /** The phase of the departure. */
  among('phase', v.picklist(DEPARTURE_PHASES)),
  /** The date of the tour. */
  dates('date'),
  /** The start time of the tour. */
  v.pipe(
    v.strictObject({ field: v.literal('time'), from: v.optional(time), to: v.optional(time), not }),
    v.check(({ from, to }) => from !== undefined || to !== undefined),
  ),
  /** The date of the booking. */
  dates('created'),
  /** The date on which a hold expires. */
  dates('expires'),
  // Minor units of the company's currency.
  amounts('due'),
  amounts('total'),
  amounts('paid'),
  /** The part that the partner owes on account. */
  amounts('account'),
  amounts('overpaid'),
  /** The amount to refund. */
  amounts('owed'),
  /** The number of guests. */
  amounts('guests'),
  /** Days between booking and tour. */
  amounts('lead'),
]);
export type BookingCondition = v.InferOutput<typeof condition>;
/** Groups may be nested up to four levels deep. */
export type BookingFilter =
  | BookingCondition
  | { all: BookingFilter[]; not?: boolean }
  | { any: BookingFilter[]; not?: boolean };
export type BookingField = BookingCondition['field'];

/** Maximum depth of groups. */
const MAX_DEPTH = 4;
const depthOf = (filter: BookingFilter): number => {
  const children = 'all' in filter ? filter.all : 'any' in filter ? filter.any : null;
  return children === null || children.length === 0 ? 0 : 1 + Math.max(...children.map(depthOf));
};

/** Maximum number of conditions in a group. */
export const MAX_GROUP_CONDITIONS = 30;
const nodes = v.pipe(v.array(v.lazy(() => node)), v.maxLength(MAX_GROUP_CONDITIONS));
const node: v.GenericSchema<BookingFilter> = v.union([
  condition,
  v.strictObject({ all: nodes, not }),
  v.strictObject({ any: nodes, not }),
]) as v.GenericSchema<BookingFilter>;
/** Validates a filter from a URL or a saved view. */
export const bookingFilter: v.GenericSchema<BookingFilter> = v.pipe(
  node,
  v.check((filter) => depthOf(filter) <= MAX_DEPTH),
);

/** `upcoming`: future departures by date and name, then past ones, latest first. `-` reverses an order. */
export const BOOKING_SORTS = [
  'upcoming',
  'departure',
  '-departure',
  'created',
  '-created',
  'name',
  '-name',
  'due',
  '-due',
  'total',
  '-total',
  'paid',
  '-paid',
  'guests',
  '-guests',
  'reference',
  '-reference',
] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];

/** What totals can be grouped by; `partner` is the seller, `language` that of the departure. */
export const BOOKING_TOTALS_BY = ['status', 'source', 'tour', 'partner', 'language', 'day', 'month'] as const;
export type BookingTotalsBy = (typeof BOOKING_TOTALS_BY)[number];

/** Combines conditions with AND; null if there are none. */
export function combineConditions(conditions: readonly (BookingFilter | null | undefined)[]): BookingFilter | null {
  const present = conditions.filter(
    (condition): condition is BookingFilter => condition !== null && condition !== undefined,
  );
  return present.length === 0 ? null : { all: present };
}

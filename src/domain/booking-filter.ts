/** What bookings are looked for by. The same shape goes to the server (supabase/migrations, find_bookings) and is kept in saved views. */
import * as v from 'valibot';
import { isLocalDate } from '../lib/local-date.ts';
import { BOOKING_REASONS } from './booking-reasons.ts';
import {
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  PRICE_CATEGORY_TYPES,
  DEPARTURE_PHASES,
  ATTENDANCE_FILTER_VALUES,
} from './closed-lists.ts';

const uuid = v.pipe(v.string(), v.toLowerCase(), v.uuid());
/** So many entries of a list are looked for at once. */
export const MAX_LISTED_VALUES = 100;
const list = <Item extends v.GenericSchema<string>>(item: Item) =>
  v.pipe(v.array(item), v.minLength(1), v.maxLength(MAX_LISTED_VALUES));
const words = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
/** A text of a list. */
const word = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const date = v.pipe(
  v.string(),
  v.check((day) => isLocalDate(day) && /^(?:19|20|21)/.test(day)),
);
const MOST_AMOUNT = 999_999_999_999_999;
const amount = v.pipe(v.number(), v.integer(), v.minValue(-MOST_AMOUNT), v.maxValue(MOST_AMOUNT));
/** Turns a condition round. */
const not = v.optional(v.boolean());
const empty = v.boolean();

/** Days of the company's calendar; both ends are in it, either may lack. */
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
/** Of the company's clock; past midnight where the second is the earlier one. */
const time = v.pipe(v.string(), v.isoTime());
const among = <Field extends string, Item extends v.GenericSchema<string>>(field: Field, item: Item) =>
  v.strictObject({ field: v.literal(field), in: list(item), not });
const lacking = <Field extends string>(field: Field) => v.strictObject({ field: v.literal(field), empty, not });
/** All of the words are in it, in any order; one or two letters are the beginning of a word. */
const containing = <Field extends string>(field: Field) => v.strictObject({ field: v.literal(field), has: words, not });

const condition = v.union([
  containing('name'),
  /** Of one guest, whoever booked. */
  containing('guest'),
  containing('email'),
  containing('phone'),
  containing('note'),
  containing('voucher'),
  containing('reference'),
  lacking('email'),
  lacking('phone'),
  lacking('note'),
  lacking('voucher'),
  lacking('country'),
  lacking('partner'),
  lacking('guide'),
  lacking('tag'),
  lacking('referral'),
  lacking('code'),
  /** Whether its guest wants to hear of other tours. */
  lacking('news'),
  among('status', v.picklist(BOOKING_STATUSES)),
  among('source', v.picklist(BOOKING_SOURCES)),
  among('tour', uuid),
  among('departure', uuid),
  among('partner', uuid),
  among('guide', uuid),
  /** Of the departure. */
  among('language', word),
  /** Of the guest. */
  among('locale', word),
  among('country', word),
  among('tag', word),
  among('currency', word),
  /** Why it last moved, lost guests or ended. */
  among('reason', v.picklist(BOOKING_REASONS)),
  /** What led to it, as its link called itself. */
  among('referral', word),
  /** Of its discount, however typed. */
  among('code', word),
  /** Somebody of this kind is in the party. */
  among('category', v.picklist(PRICE_CATEGORY_TYPES)),
  /** Who of it came; of confirmed and pending bookings. */
  among('attendance', v.picklist(ATTENDANCE_FILTER_VALUES)),
  /** What became of its departure. */
  among('run', v.picklist(DEPARTURE_PHASES)),
  /** Of the tour. */
  dates('date'),
  /** At which the tour begins. */
  v.pipe(
    v.strictObject({ field: v.literal('time'), from: v.optional(time), to: v.optional(time), not }),
    v.check(({ from, to }) => from !== undefined || to !== undefined),
  ),
  /** Of the booking. */
  dates('created'),
  /** On which a hold ends. */
  dates('expires'),
  // Minor units of the company's currency.
  amounts('due'),
  amounts('total'),
  amounts('paid'),
  /** Of it on its partner's account. */
  amounts('account'),
  amounts('overpaid'),
  /** To be paid back. */
  amounts('owed'),
  /** Tickets. */
  amounts('guests'),
  /** Days from the booking to its tour. */
  amounts('lead'),
]);
export type BookingCondition = v.InferOutput<typeof condition>;
/** Groups within groups, four deep at most. */
export type BookingFilter =
  | BookingCondition
  | { all: BookingFilter[]; not?: boolean }
  | { any: BookingFilter[]; not?: boolean };
export type BookingField = BookingCondition['field'];

/** Groups around a condition, at most. */
const DEEPEST = 4;
const depthOf = (filter: BookingFilter): number => {
  const children = 'all' in filter ? filter.all : 'any' in filter ? filter.any : null;
  return children === null || children.length === 0 ? 0 : 1 + Math.max(...children.map(depthOf));
};

const nodes = v.pipe(v.array(v.lazy(() => node)), v.maxLength(30));
const node: v.GenericSchema<BookingFilter> = v.union([
  condition,
  v.strictObject({ all: nodes, not }),
  v.strictObject({ any: nodes, not }),
]) as v.GenericSchema<BookingFilter>;
/** A filter as it comes from an address or a saved view. */
export const bookingFilter: v.GenericSchema<BookingFilter> = v.pipe(
  node,
  v.check((filter) => depthOf(filter) <= DEEPEST),
);

/** `upcoming`: from today on by departure and name, then what is over, the latest first. A `-` turns an order round. */
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

/** What totals are told by: how a booking stands, where it came from, its tour, who sent it, the tour's language, day or month. */
export const BOOKING_TOTALS_BY = ['status', 'source', 'tour', 'partner', 'language', 'day', 'month'] as const;
export type BookingTotalsBy = (typeof BOOKING_TOTALS_BY)[number];

/** All of some conditions; null when there are none. */
export function combineConditions(conditions: readonly (BookingFilter | null | undefined)[]): BookingFilter | null {
  const given = conditions.filter((one): one is BookingFilter => one !== null && one !== undefined);
  return given.length === 0 ? null : { all: given };
}

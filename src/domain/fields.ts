/** Shared field schemas of forms and RPCs. Their issues are error codes of a fixed list, never texts. */
import * as v from 'valibot';
import { LOCALES } from '../lib/locales.ts';
import {
  isEmailAddress,
  MAX_EMAIL_ADDRESS_LENGTH,
  normalizeEmailAddress,
  parseTextInput,
  visibleText,
} from './email-address.ts';
import { parseMoneyInput } from './parse-money.ts';
import { parseDateInput, parseTimeInput } from './parse-date-time.ts';
import { onWire } from './wire-schema.ts';

export const FIELD_ERRORS = [
  'required',
  'email',
  'url',
  'too_long',
  'whole_number',
  'too_small',
  'too_large',
  'slug',
  'colour',
  'time_zone',
  'currency',
  'origin',
  'money',
  'money_unclear',
  'date',
  'time',
  'phone',
  'taken',
  'twice',
  'itself',
  'unknown',
  'over_capacity',
  'below_booked',
  'ages_reversed',
  'ages_overlap',
  'before_start',
  'never',
  'past',
  // Dates of a schedule: not one of its rule, one of its rule already, the first of its rule.
  'not_an_occurrence',
  'already_there',
  'is_first',
  'not_a_picture',
  'has_metadata',
  'place',
  'short_link',
  'not_valid',
] as const;
/** Why a field's value is invalid. */
export type FieldError = (typeof FIELD_ERRORS)[number];

/** Checks at compile time that a message is a field error. */
export const fieldError = (code: FieldError): FieldError => code;

/** Returns the error code of a schema's issue; `not_valid` for any other message. */
export function fieldErrorOf(message: string | undefined): FieldError {
  return FIELD_ERRORS.find((code) => code === message) ?? 'not_valid';
}

/** Returns whether a text has more than `longest` code points, as PostgreSQL counts: an emoji is one character. */
export const isLongerThan = (text: string, longest: number): boolean =>
  text.length > longest && [...text].length > longest;
export const maxTextLength = (longest: number) =>
  v.check((text: string) => !isLongerThan(text, longest), fieldError('too_long'));

/** Trimmed text of 1 to `longest` characters; where that is at most 200, invisible characters are removed too. */
export const requiredText = (longest: number) =>
  v.pipe(
    v.string(fieldError('required')),
    v.transform((text) => parseTextInput(text, longest)),
    v.nonEmpty(fieldError('required')),
    maxTextLength(longest),
    onWire({ type: 'string', minLength: 1, maxLength: longest }),
  );

/** Trimmed text of at most `longest` characters; may be ''. */
export const optionalText = (longest: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => parseTextInput(text, longest)),
    maxTextLength(longest),
    onWire({ type: 'string', maxLength: longest }),
  );

export const email = () =>
  v.pipe(
    v.string(fieldError('required')),
    v.transform(normalizeEmailAddress),
    v.nonEmpty(fieldError('required')),
    v.maxLength(MAX_EMAIL_ADDRESS_LENGTH, fieldError('too_long')),
    v.check(isEmailAddress, fieldError('email')),
    onWire({ type: 'string', format: 'email', minLength: 1 }),
  );
export const optionalEmail = () =>
  v.pipe(
    v.union([v.pipe(v.string(), v.transform(normalizeEmailAddress), v.literal('')), email()], fieldError('email')),
    onWire({ type: 'string', format: 'email' }),
  );

/**
 * Returns whether a text is the URL of a web page whose host has a dot. As `private.is_web_address`; also requires that
 * the browser can parse it.
 */
export const isWebAddress = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex
  /^https?:\/\/[^\u0000-\u0020"<>/?#]+\.[^\u0000-\u0020"<>]+$/.test(text) && URL.canParse(text);
export const optionalUrl = () =>
  v.pipe(
    v.union(
      [
        v.pipe(v.string(), v.transform(visibleText), v.literal('')),
        v.pipe(requiredText(500), v.check(isWebAddress, fieldError('url'))),
      ],
      fieldError('url'),
    ),
    onWire({ type: 'string', format: 'url' }),
  );

/** A whole number, also as typed text. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  v.pipe(
    v.union([v.number(), v.string()], fieldError('required')),
    v.transform((value) => visibleText(String(value))),
    v.nonEmpty(fieldError('required')),
    v.regex(/^\d{1,9}$/, fieldError('whole_number')),
    v.transform(Number),
    v.minValue(min, fieldError('too_small')),
    v.maxValue(max, fieldError('too_large')),
    onWire({ type: 'integer', minimum: min, maximum: max }),
  );

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** The URL part of a company or a tour: lower-case letters, digits and single dashes. */
export const slug = (longest = 63) =>
  v.pipe(
    requiredText(longest),
    v.toLowerCase(),
    v.regex(SLUG, fieldError('slug')),
    onWire({ type: 'string', format: 'slug', minLength: 1, maxLength: longest, pattern: SLUG.source }),
  );

const COLOUR = /^#[0-9a-f]{6}$/;
export const colour = () =>
  v.pipe(
    requiredText(7),
    v.toLowerCase(),
    v.regex(COLOUR, fieldError('colour')),
    onWire({ type: 'string', format: 'colour', minLength: 1, pattern: COLOUR.source }),
  );
/** A colour such as `#0a6e6e`, or '' for the product's. */
export const optionalColour = () =>
  v.pipe(
    v.union([v.literal(''), colour()], fieldError('colour')),
    onWire({ type: 'string', format: 'colour', pattern: COLOUR.source }),
  );

/**
 * Returns whether a name is UTC or an IANA zone with an area, such as Europe/Copenhagen. Others are refused: an offset
 * (`+01:00`) or an abbreviation (`CET`) is not a place whose clocks are known. As `private.is_time_zone`.
 */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
export const timeZone = () =>
  v.pipe(
    requiredText(64),
    v.check(isTimeZone, fieldError('time_zone')),
    onWire({ type: 'string', format: 'time_zone', minLength: 1, maxLength: 64 }),
  );

const CURRENCY = /^[A-Z]{3}$/;
export const currency = () =>
  v.pipe(
    requiredText(3),
    v.toUpperCase(),
    v.regex(CURRENCY, fieldError('currency')),
    onWire({ type: 'string', format: 'currency', minLength: 1, pattern: CURRENCY.source }),
  );

/**
 * A typed amount in minor units of the currency; empty input is an error. `free`: zero is allowed. `locale`: decides
 * how `1,234` is read; without it, such input is unclear. `max`: the largest allowed amount.
 */
export const money = (
  currency: string,
  { free = false, locale, max = Number.MAX_SAFE_INTEGER }: { free?: boolean; locale?: string; max?: number } = {},
) =>
  v.pipe(
    requiredText(20),
    v.transform((text) =>
      free && /^0+(?:[.,]0{0,2})?$/.test(text) ? 0 : parseMoneyInput(text, { currency, ...(locale ? { locale } : {}) }),
    ),
    v.check((read) => read !== 'unclear', fieldError('money_unclear')),
    v.number(fieldError('money')),
    v.maxValue(max, fieldError('too_large')),
  );

/** A typed date as `YYYY-MM-DD`. The server accepts only these centuries; any other year is a typing error. */
export const date = () =>
  v.pipe(
    requiredText(20),
    v.transform(parseDateInput),
    v.string(fieldError('date')),
    v.regex(/^(?:19|20|21)/, fieldError('date')),
  );

/** A typed time of day as `HH:MM`. */
export const time = () => v.pipe(requiredText(20), v.transform(parseTimeInput), v.string(fieldError('time')));

/** Removes the spaces, brackets, dots and hyphens with which older numbers are stored. */
export const barePhone = (phone: string) => phone.replace(/[\s().-]/g, '');

/** A phone number with its country code, `+4512345678`, or ''. */
export const optionalPhone = () =>
  v.pipe(
    v.union(
      [
        v.pipe(v.string(), v.transform(visibleText), v.literal('')),
        v.pipe(v.string(), v.transform(visibleText), v.regex(/^\+[1-9]\d{6,14}$/, fieldError('phone'))),
      ],
      fieldError('phone'),
    ),
    onWire({ type: 'string', format: 'phone' }),
  );

export const locale = () => v.picklist(LOCALES, fieldError('not_valid'));

const ORIGIN =
  /^(?:https:\/\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|http:\/\/(?:localhost|127\.0\.0\.1))(?::[1-9]\d{0,4})?$/;

/**
 * Returns whether a text is an origin that may embed the booking pages: `https://example.com`, without path. Unlike
 * `private.is_origin`, it refuses numeric hosts that a URL parser rewrites, such as `https://1.2`.
 */
export const isOrigin = (text: string): boolean =>
  text.length <= 255 && ORIGIN.test(text) && URL.canParse(text) && text === new URL(text).origin;
export const origin = () => v.pipe(requiredText(255), v.check(isOrigin, fieldError('origin')));

/** Several typed or pasted origins, separated by spaces, line breaks or commas; a trailing slash is removed. */
export const origins = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => [
      ...new Set(
        text
          .split(/[\s,]+/)
          .filter(Boolean)
          .map((part) => part.replace(/\/$/, '').toLowerCase()),
      ),
    ]),
    v.maxLength(max, fieldError('too_large')),
    v.check((all) => all.every(isOrigin), fieldError('origin')),
    onWire({ type: 'array', items: { type: 'string', format: 'origin', minLength: 1 }, maxItems: max }),
  );

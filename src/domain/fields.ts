/** What forms ask for and remote procedures take: one schema each, whose issues are codes of a closed list and never words. */
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
  'not_an_occurrence',
  'already_there',
  'is_first',
  'not_a_picture',
  'has_metadata',
  'place',
  'short_link',
  'not_valid',
] as const;
/** Why a field's value is not taken. */
export type FieldError = (typeof FIELD_ERRORS)[number];

export const fieldError = (code: FieldError): FieldError => code;

/** The code of a schema's issue; what no field of ours says is `not_valid`. */
export function fieldErrorOf(message: string | undefined): FieldError {
  return FIELD_ERRORS.find((code) => code === message) ?? 'not_valid';
}

/** Counts characters as the database does: an emoji is one, not two. */
export const isLongerThan = (text: string, longest: number): boolean =>
  text.length > longest && [...text].length > longest;
export const maxTextLength = (longest: number) =>
  v.check((text: string) => !isLongerThan(text, longest), fieldError('too_long'));

/** A text without room around it, of 1 to `longest` characters; a short one without anything that cannot be seen. */
export const requiredText = (longest: number) =>
  v.pipe(
    v.string(fieldError('required')),
    v.transform((text) => parseTextInput(text, longest)),
    v.nonEmpty(fieldError('required')),
    maxTextLength(longest),
  );

/** A text without room around it; '' where nothing is said. */
export const optionalText = (longest: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => parseTextInput(text, longest)),
    maxTextLength(longest),
  );

export const email = () =>
  v.pipe(
    v.string(fieldError('required')),
    v.transform(normalizeEmailAddress),
    v.nonEmpty(fieldError('required')),
    v.maxLength(MAX_EMAIL_ADDRESS_LENGTH, fieldError('too_long')),
    v.check(isEmailAddress, fieldError('email')),
  );
export const optionalEmail = () =>
  v.union([v.pipe(v.string(), v.transform(normalizeEmailAddress), v.literal('')), email()], fieldError('email'));

/** Whether it is the address of a web page, whose host has a dot. As `private.is_web_address`; what no browser can open is no address here. */
export const isWebAddress = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex
  /^https?:\/\/[^\u0000-\u0020"<>/?#]+\.[^\u0000-\u0020"<>]+$/.test(text) && URL.canParse(text);
export const optionalUrl = () =>
  v.union(
    [
      v.pipe(v.string(), v.transform(visibleText), v.literal('')),
      v.pipe(requiredText(500), v.check(isWebAddress, fieldError('url'))),
    ],
    fieldError('url'),
  );

/** A whole number, also as it is typed. */
export const wholeNumber = ({ least, most }: { least: number; most: number }) =>
  v.pipe(
    v.union([v.number(), v.string()], fieldError('required')),
    v.transform((given) => visibleText(String(given))),
    v.nonEmpty(fieldError('required')),
    v.regex(/^\d{1,9}$/, fieldError('whole_number')),
    v.transform(Number),
    v.minValue(least, fieldError('too_small')),
    v.maxValue(most, fieldError('too_large')),
  );

/** The part of an address that names a company or a tour: lower-case letters, digits and single dashes. */
export const slug = (longest = 63) =>
  v.pipe(requiredText(longest), v.toLowerCase(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, fieldError('slug')));

export const colour = () => v.pipe(requiredText(7), v.toLowerCase(), v.regex(/^#[0-9a-f]{6}$/, fieldError('colour')));

/** Only names of places, written as they are listed: an offset or an abbreviation knows nothing of summer time. As `private.is_time_zone`. */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
export const timeZone = () => v.pipe(requiredText(64), v.check(isTimeZone, fieldError('time_zone')));

export const currency = () => v.pipe(requiredText(3), v.toUpperCase(), v.regex(/^[A-Z]{3}$/, fieldError('currency')));

/**
 * An amount as it is typed, in minor units of the currency; nothing typed is an error. `free`: none at all is an amount, too. `locale`: whose
 * way of writing decides what `1,234` is; without it that is unclear. `most`: the largest amount that the server takes.
 */
export const money = (
  currency: string,
  { free = false, locale, most = Number.MAX_SAFE_INTEGER }: { free?: boolean; locale?: string; most?: number } = {},
) =>
  v.pipe(
    requiredText(20),
    v.transform((typed) =>
      free && /^0+(?:[.,]0{0,2})?$/.test(typed)
        ? 0
        : parseMoneyInput(typed, { currency, ...(locale ? { locale } : {}) }),
    ),
    v.check((read) => read !== 'unclear', fieldError('money_unclear')),
    v.number(fieldError('money')),
    v.maxValue(most, fieldError('too_large')),
  );

/** A day as it is typed, as `YYYY-MM-DD`. Only years that the server takes: any other one is a slip. */
export const date = () =>
  v.pipe(
    requiredText(20),
    v.transform(parseDateInput),
    v.string(fieldError('date')),
    v.regex(/^(?:19|20|21)/, fieldError('date')),
  );

/** A time of day as it is typed, as `HH:MM`. */
export const time = () => v.pipe(requiredText(20), v.transform(parseTimeInput), v.string(fieldError('time')));

/** A telephone number with its country, `+4512345678`; '' where there is none. */
export const optionalPhone = () =>
  v.union(
    [
      v.pipe(v.string(), v.transform(visibleText), v.literal('')),
      v.pipe(v.string(), v.transform(visibleText), v.regex(/^\+[1-9]\d{6,14}$/, fieldError('phone'))),
    ],
    fieldError('phone'),
  );

export const locale = () => v.picklist(LOCALES, fieldError('not_valid'));

const ORIGIN =
  /^(?:https:\/\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|http:\/\/(?:localhost|127\.0\.0\.1))(?::[1-9]\d{0,4})?$/;

/** `https://example.com`, without path: who may embed the booking pages. As `private.is_origin`, which takes hosts of numbers only as they are. */
export const isOrigin = (text: string): boolean =>
  text.length <= 255 && ORIGIN.test(text) && URL.canParse(text) && text === new URL(text).origin;
export const origin = () => v.pipe(requiredText(255), v.check(isOrigin, fieldError('origin')));

/** Several of them, as they are typed or pasted: one a line, with what a browser's address bar adds at the end. */
export const origins = (most: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => [
      ...new Set(
        typed
          .split(/[\s,]+/)
          .filter(Boolean)
          .map((one) => one.replace(/\/$/, '').toLowerCase()),
      ),
    ]),
    v.maxLength(most, fieldError('too_large')),
    v.check((all) => all.every(isOrigin), fieldError('origin')),
  );

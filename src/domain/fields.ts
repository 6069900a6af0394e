/** What forms ask for and remote procedures take: one schema each, whose issues are codes of a closed list and never words. */
import * as v from 'valibot';
import { LOCALES } from '../lib/locales.ts';

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
  'not_valid',
] as const;
/** Why a field's value is not taken. */
export type FieldError = (typeof FIELD_ERRORS)[number];

const error = (code: FieldError): FieldError => code;

/** The code of a schema's issue; what no field of ours says is `not_valid`. */
export function fieldErrorOf(message: string | undefined): FieldError {
  return FIELD_ERRORS.find((code) => code === message) ?? 'not_valid';
}

/** A text without room around it, of 1 to `longest` characters. */
export const requiredText = (longest: number) =>
  v.pipe(v.string(error('required')), v.trim(), v.nonEmpty(error('required')), v.maxLength(longest, error('too_long')));

/** A text without room around it; '' where nothing is said. */
export const optionalText = (longest: number) => v.pipe(v.string(), v.trim(), v.maxLength(longest, error('too_long')));

export const email = () => v.pipe(requiredText(320), v.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, error('email')));
export const optionalEmail = () => v.union([v.pipe(v.string(), v.trim(), v.literal('')), email()], error('email'));

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.');
}
export const optionalUrl = () =>
  v.union(
    [v.pipe(v.string(), v.trim(), v.literal('')), v.pipe(requiredText(500), v.check(isWebAddress, error('url')))],
    error('url'),
  );

/** A whole number, also as it is typed. */
export const wholeNumber = ({ least, most }: { least: number; most: number }) =>
  v.pipe(
    v.union([v.number(), v.string()], error('required')),
    v.transform((given) => String(given).trim()),
    v.nonEmpty(error('required')),
    v.regex(/^\d{1,9}$/, error('whole_number')),
    v.transform(Number),
    v.minValue(least, error('too_small')),
    v.maxValue(most, error('too_large')),
  );

/** The part of an address that names a company: lower-case letters, digits and single dashes. */
export const slug = () =>
  v.pipe(requiredText(63), v.toLowerCase(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, error('slug')));

export const colour = () => v.pipe(requiredText(7), v.toLowerCase(), v.regex(/^#[0-9a-f]{6}$/, error('colour')));

export function isTimeZone(name: string): boolean {
  try {
    return name.includes('/') || name === 'UTC' ? Boolean(new Intl.DateTimeFormat('en', { timeZone: name })) : false;
  } catch {
    return false;
  }
}
export const timeZone = () => v.pipe(requiredText(64), v.check(isTimeZone, error('time_zone')));

export const currency = () => v.pipe(requiredText(3), v.toUpperCase(), v.regex(/^[A-Z]{3}$/, error('currency')));

export const locale = () => v.picklist(LOCALES, error('not_valid'));

/** `https://example.com`, without path: who may embed the booking pages. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, hostname } = new URL(text);
  const loopback = hostname === 'localhost' || hostname === '127.0.0.1';
  return text === origin && (protocol === 'https:' || (protocol === 'http:' && loopback));
}
export const origin = () => v.pipe(requiredText(255), v.check(isOrigin, error('origin')));

import * as v from 'valibot';
import { currency, email, locale, optionalPhone, requiredText, timeZone } from './fields.ts';

export const BUSINESS_KINDS = ['company', 'organisation'] as const;
export type BusinessKind = (typeof BUSINESS_KINDS)[number];

const business = {
  kind: v.picklist(BUSINESS_KINDS, 'not_valid'),
  name: requiredText(200),
  phone: optionalPhone(),
  locale: locale(),
  // Time zone and currency are used for companies only.
  timeZone: timeZone(),
  currency: currency(),
};

/** A new business of a user who already has an account. */
export const businessSchema = v.object(business);
export type BusinessFormValues = v.InferInput<typeof businessSchema>;
export type Business = v.InferOutput<typeof businessSchema>;

/** Checks only that there is one; `src/domain/password.ts` rates its strength. */
export const passwordSchema = v.object({ password: v.pipe(v.string(), v.nonEmpty('required')) });
export type PasswordFormValues = v.InferOutput<typeof passwordSchema>;

export const registrationSchema = v.object({
  ...business,
  displayName: requiredText(200),
  email: email(),
  ...passwordSchema.entries,
  /** Must be true if the installation has terms, which the form checks. */
  acceptsTerms: v.boolean(),
});
export type RegistrationFormValues = v.InferInput<typeof registrationSchema>;
export type Registration = v.InferOutput<typeof registrationSchema>;

/** A new account for someone who was invited to a team; the address is the invited one. */
export const newMemberSchema = v.object({ displayName: requiredText(200), ...passwordSchema.entries });
export type NewMember = v.InferOutput<typeof newMemberSchema>;

/** Currencies by time zone, of countries outside the euro area where operators are likely. */
const CURRENCY_BY_TIME_ZONE: Readonly<Record<string, string>> = {
  'America/Chicago': 'USD',
  'America/Los_Angeles': 'USD',
  'America/Mexico_City': 'MXN',
  'America/New_York': 'USD',
  'America/Nuuk': 'DKK',
  'America/Sao_Paulo': 'BRL',
  'America/Toronto': 'CAD',
  'Asia/Tokyo': 'JPY',
  'Atlantic/Faroe': 'DKK',
  'Atlantic/Reykjavik': 'ISK',
  'Australia/Melbourne': 'AUD',
  'Australia/Sydney': 'AUD',
  'Europe/Budapest': 'HUF',
  'Europe/Copenhagen': 'DKK',
  'Europe/Istanbul': 'TRY',
  'Europe/London': 'GBP',
  'Europe/Oslo': 'NOK',
  'Europe/Prague': 'CZK',
  'Europe/Stockholm': 'SEK',
  'Europe/Warsaw': 'PLN',
  'Europe/Zurich': 'CHF',
  'Pacific/Auckland': 'NZD',
};

/** Returns a currency to prefill, guessed from the time zone: EUR unless the zone is listed. */
export const likelyCurrency = (timeZone: string): string => CURRENCY_BY_TIME_ZONE[timeZone] ?? 'EUR';

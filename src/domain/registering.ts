/** What somebody who registers tells, as it is typed and as it is read. */
import * as v from 'valibot';
import { currency, email, locale, optionalPhone, requiredText, timeZone } from './fields.ts';

export const BUSINESS_KINDS = ['company', 'organisation'] as const;
export type BusinessKind = (typeof BUSINESS_KINDS)[number];

const business = {
  kind: v.picklist(BUSINESS_KINDS, 'not_valid'),
  name: requiredText(200),
  phone: optionalPhone(),
  locale: locale(),
  /** Of a company alone. */
  timeZone: timeZone(),
  currency: currency(),
};

/** The business alone, by somebody who has an account. */
export const registeredBusiness = v.object(business);
export type TypedBusiness = v.InferInput<typeof registeredBusiness>;
export type Business = v.InferOutput<typeof registeredBusiness>;

/** The password is judged by `domain/password.ts`, as it is typed. */
export const registration = v.object({
  ...business,
  displayName: requiredText(200),
  email: email(),
  password: v.pipe(v.string(), v.nonEmpty('required')),
  agrees: v.boolean(),
});
export type TypedRegistration = v.InferInput<typeof registration>;
export type Registration = v.InferOutput<typeof registration>;

const CURRENCIES: Readonly<Record<string, string>> = {
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  FO: 'DKK',
  GB: 'GBP',
  GL: 'DKK',
  HU: 'HUF',
  IS: 'ISK',
  JP: 'JPY',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  SE: 'SEK',
  TR: 'TRY',
  US: 'USD',
};

/** What prices most likely are in where somebody is. */
export const likelyCurrency = (country: string | undefined): string => CURRENCIES[country ?? ''] ?? 'EUR';

/** Telephone numbers of all countries. The library's metadata is large: import this module dynamically. */
import { getCountries, getCountryCallingCode, parsePhoneNumber, type Country } from 'react-phone-number-input';

export interface NamedCountry {
  code: string;
  /** `Denmark +45` */
  label: string;
  /** `+45` */
  calling: string;
}

const namedIn = new Map<string, NamedCountry[]>();

/** Returns all countries with a calling code, sorted by name in a locale; memoized by locale. */
export function namedCountries(locale: string): NamedCountry[] {
  const cached = namedIn.get(locale);
  if (cached) return cached;
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const countries = getCountries()
    .map((code) => ({ code, calling: `+${getCountryCallingCode(code)}` }))
    .map(({ code, calling }) => ({ code, calling, label: `${names.of(code) ?? code} ${calling}` }))
    .sort((a, b) => compare(a.label, b.label));
  namedIn.set(locale, countries);
  return countries;
}

export interface ParsedPhoneInput {
  /** `+4520304050` */
  number: string;
  /** `+45 20 30 40 50` */
  international: string;
  /** As its country writes it: `20 30 40 50`. */
  national: string;
  /** '' for a calling code that several countries share. */
  country: string;
}

/**
 * Parses a typed phone number: with its own country code (`+45…`, `0045…`), else as a number of `country`. Returns null
 * if it cannot be a phone number.
 */
export function parsePhoneInput(input: string, country: string): ParsedPhoneInput | null {
  const text = input.trim().replace(/^00/, '+');
  const read = parsePhoneNumber(text, country === '' ? undefined : (country as Country));
  // Not checked against assigned ranges: new ones are opened every month.
  if (!read?.isPossible()) return null;
  return {
    number: read.number,
    international: read.formatInternational(),
    national: read.formatNational(),
    country: read.country ?? '',
  };
}

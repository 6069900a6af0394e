/** The telephone numbers of the world. The library's metadata is large: import this module dynamically. */
import { getCountries, getCountryCallingCode, parsePhoneNumber, type Country } from 'react-phone-number-input';

export interface NamedCountry {
  code: string;
  /** `Denmark +45` */
  label: string;
  /** `+45` */
  calling: string;
}

const namedIn = new Map<string, NamedCountry[]>();

/** Returns all countries that have numbers, sorted by their names in a language; the same list for each call. */
export function namedCountries(locale: string): NamedCountry[] {
  const known = namedIn.get(locale);
  if (known) return known;
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
  /** '' for one that several countries share. */
  country: string;
}

/**
 * Reads a number as it was typed: with its own country (`+45…`, `0045…`), else as one of `country`. Returns null for what
 * cannot be a number.
 */
export function parsePhoneInput(typed: string, country: string): ParsedPhoneInput | null {
  const text = typed.trim().replace(/^00/, '+');
  const read = parsePhoneNumber(text, country === '' ? undefined : (country as Country));
  // Whether it is assigned to anybody is not checked: new ranges come every month.
  if (!read?.isPossible()) return null;
  return {
    number: read.number,
    international: read.formatInternational(),
    national: read.formatNational(),
    country: read.country ?? '',
  };
}

/** The numbers of the world: large, and fetched when somebody comes to the field (phone-field.tsx). */
import { getCountries, getCountryCallingCode, parsePhoneNumber, type Country } from 'react-phone-number-input';

export interface NamedCountry {
  code: string;
  /** `Denmark +45` */
  label: string;
  /** `+45` */
  calling: string;
}

/** All countries that have numbers, by their names in a language. */
export function namedCountries(locale: string): NamedCountry[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return getCountries()
    .map((code) => ({ code, calling: `+${getCountryCallingCode(code)}` }))
    .map(({ code, calling }) => ({ code, calling, label: `${names.of(code) ?? code} ${calling}` }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}

export interface ReadNumber {
  /** `+4520304050` */
  number: string;
  /** As it is written between countries. */
  text: string;
  /** '' for one that several countries share. */
  country: string;
}

/** A number as it was typed, of a country where it does not say so itself; null for what can be none. */
export function readNumber(typed: string, country: string): ReadNumber | null {
  const text = typed.trim().replace(/^00/, '+');
  const read = parsePhoneNumber(text, country === '' ? undefined : (country as Country));
  // Whether it is given to anybody is not for us to say: new ranges come every month.
  if (!read?.isPossible()) return null;
  return { number: read.number, text: read.formatInternational(), country: read.country ?? '' };
}

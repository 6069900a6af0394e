/** Telephone numbers that a spreadsheet has taken for numbers: without their +, without their first zero. */
import { parsePhoneNumber, type Country } from 'react-phone-number-input';

/**
 * Calling codes after which nothing but a zero is ever taken off a number. One that begins with another digit, and is written as it
 * is kept, stays as it is whether it is a number or not: the library need not be asked, which costs half of the reading of a large file.
 */
const AS_KEPT =
  /^\+(?:2[07]|3(?:[0-469]|5[134689]|7[12]|8[56])|4(?:[013-9]|2[01])|5[2467]|6[0456]|8[124]|9(?:[01]|7[12]))[1-9]\d{3,12}$/;

/**
 * A number with its country, `+4532123456`: as it stands, as of the company's country, with the + or the zero that it lost. What is
 * no whole number in any of these ways stays as it is written; null for one whose digits are gone (`4,53E+09`).
 */
export function readPhone(cell: string, country: string | undefined): string | null {
  // Some systems write the country before its code: `DK+45 20304050`.
  const text = cell.trim().replace(/^[A-Z]{2}(?=\+\d)/, '');
  if (AS_KEPT.test(text)) return text;
  if (/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(text)) return null;
  const bare = text.replace(/^00/, '+').replace(/(?!^\+)[^\d]/g, '');
  const whole = (given: string) => {
    const number = parsePhoneNumber(given, country as Country | undefined);
    return number?.isValid() ? number.number : null;
  };
  if (bare.startsWith('+')) return whole(bare) ?? text;
  return (country ? whole(bare) : null) ?? whole(`+${bare}`) ?? (country ? whole(`0${bare}`) : null) ?? text;
}

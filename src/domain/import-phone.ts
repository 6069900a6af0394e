/** Telephone numbers that a spreadsheet has taken for numbers: without their +, without their first zero. */
import { parsePhoneNumber, type Country } from 'react-phone-number-input';

/**
 * A number with its country, `+4532123456`: as it stands, as of the company's country, with the + or the zero that it lost. What is
 * no whole number in any of these ways stays as it is written; null for one whose digits are gone (`4,53E+09`).
 */
export function readPhone(cell: string, country: string | undefined): string | null {
  const text = cell.trim();
  if (/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(text)) return null;
  const bare = text.replace(/^00/, '+').replace(/(?!^\+)[^\d]/g, '');
  const whole = (given: string) => {
    const number = parsePhoneNumber(given, country as Country | undefined);
    return number?.isValid() ? number.number : null;
  };
  if (bare.startsWith('+')) return whole(bare) ?? text;
  return (country ? whole(bare) : null) ?? whole(`+${bare}`) ?? (country ? whole(`0${bare}`) : null) ?? text;
}

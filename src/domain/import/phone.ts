/** Repairs phone numbers that a spreadsheet stored as numbers: without their + or leading zero. */
import { parsePhoneNumber, type Country } from 'react-phone-number-input';
import { MAX_CELL_LENGTH } from './cells.ts';

/**
 * Calling codes after which only a leading zero is ever dropped. A number after them that begins with another digit is
 * returned as it is, without calling the library; this halves the time for a large file.
 */
const AS_STORED =
  /^\+(?:2[07]|3(?:[0-469]|5[134689]|7[12]|8[56])|4(?:[013-9]|2[01])|5[2467]|6[0456]|8[124]|9(?:[01]|7[12]))[1-9]\d{3,12}$/;

/** A number that a spreadsheet wrote with zero decimals: `393331234567.0`. */
const WITH_DECIMALS = /^(\+?\d{6,})[.,]0+$/;
/** With thousands separators: `393,331,234,567.00`. */
const GROUPED = /^\+?(\d{1,3}(?:,\d{3})+)(?:\.0+)?$|^\+?(\d{1,3}(?:\.\d{3})+)(?:,0+)?$/;
const POWER = /^\+?(\d)(?:[.,](\d{1,20}))?e\+?(\d{1,2})$/i;
/** An extension after the number, in our languages. */
const EXTENSION =
  /[\s,;/.(-](?:ext(?:ension|n)?|x|int(?:erno)?|anexo|lok(?:al)?|durchwahl)\b\.?[\s:=.]*\d{1,6}\)?$|\d\s*(?:x|#|;ext=)\s*\d{1,6}$/i;
/** The beginning of a second number. */
const SECOND = /\d[\s)]*(?:[/;|,]|\b(?:or|and|o|e|y|og|eller)\b|\n)[\s(]*\+?\d[\d\s()-]{5,}$|\d[^+]*\+/i;

/** Converts scientific notation to digits; null if digits were lost, undefined for other texts. */
function fromPower(text: string): string | null | undefined {
  const match = POWER.exec(text);
  if (!match) return /^\+?\d+(?:[.,]\d+)?e\+?\d+$/i.test(text) ? null : undefined;
  const [, first = '', decimals = '', power = ''] = match;
  const missing = Number(power) - decimals.length;
  if (missing > 0) return null;
  const digits = first + decimals;
  return /^0*$/.test(digits.slice(Number(power) + 1)) ? digits.slice(0, Number(power) + 1) : null;
}

/** Strips what spreadsheets add: formulas around text, a leading apostrophe, labels, invisible characters. */
function bareText(cell: string): string {
  return cell
    .normalize('NFKC')
    .replace(/[\p{Cf}\u3164\u2800]+/gu, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[‐-―−]/g, '-')
    .trim()
    .replace(/^="?|"$/g, '')
    .replace(/^['’`]+/, '')
    .replace(/^(?:tel|tlf|phone|mob|mobile|cell|p|t|m)[.:]+\s*/i, '')
    .trim();
}

/**
 * Returns a number in E.164 (`+4532123456`): as written, as a national number, or with the + or zero that it lost.
 * Returns the text unchanged if it is not a valid number, or has an extension or a second number; null if digits were
 * lost (`4,53E+09`).
 */
export function parsePhone(cell: string, country: string | undefined): string | null {
  if (AS_STORED.test(cell)) return cell;
  if (cell.length > MAX_CELL_LENGTH) return cell;
  // Some systems write the country before the calling code: `DK+45 20304050`.
  const text = bareText(cell).replace(/^[A-Z]{2}(?=\+\d)/, '');
  if (AS_STORED.test(text)) return text;
  const power = fromPower(text);
  if (power === null) return null;
  const grouped = GROUPED.exec(text);
  const digits =
    power ??
    (grouped ? (grouped[1] ?? grouped[2] ?? '').replace(/[.,]/g, '') : (WITH_DECIMALS.exec(text)?.[1] ?? text));
  if (EXTENSION.test(digits) || SECOND.test(digits)) return text;
  const bare = digits
    .replace(/^00/, '+')
    .replace(/\(0\)/, '')
    .replace(/(?!^\+)[^\d]/g, '');
  const toValidNumber = (candidate: string) => {
    const number = parsePhoneNumber(candidate, country as Country | undefined);
    return number?.isValid() ? number.number : null;
  };
  if (bare.startsWith('+')) return toValidNumber(bare) ?? digits;
  return (
    (country ? toValidNumber(bare) : null) ??
    toValidNumber(`+${bare}`) ??
    (country ? toValidNumber(`0${bare}`) : null) ??
    digits
  );
}

/**
 * Parses dates and times from spreadsheets. The order of day and month is inferred from the whole column or asked,
 * never guessed.
 */
import { isLocalDate } from '../../lib/local-date.ts';
import type { LocalDate } from '../ids.ts';
import { MAX_CELL_LENGTH } from './cells.ts';
import { normalizeText } from '../search-text.ts';
import { parseTimeInput } from '../parse-date-time.ts';

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Day 0 of Excel's serial numbers, which count a 29 February 1900 that did not exist. */
const EXCEL_DAY_ZERO = Date.UTC(1899, 11, 30);
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;
const NUMERIC_DATE = /^(\d{1,2}|[1-9]\d{3})\s?[./\- ]\s?(\d{1,2})\s?[./\- ]\s?(\d{1,2}|[1-9]\d{3})\.?$/;
/**
 * Normalised month names in the app's languages, German, French and Portuguese, and abbreviations that are no prefix of
 * them, such as `mrz`. Prefixes of three letters or more are accepted.
 */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'enero', 'januar', 'gennaio', 'janvier', 'janeiro'],
  ['february', 'febrero', 'februar', 'febbraio', 'fevrier', 'fevereiro'],
  ['march', 'marzo', 'marts', 'marz', 'mrz', 'maerz', 'mars', 'marco'],
  ['april', 'abril', 'aprile', 'avril'],
  ['may', 'mayo', 'maj', 'maggio', 'mai', 'maio'],
  ['june', 'junio', 'juni', 'giugno', 'juin', 'junho'],
  ['july', 'julio', 'juli', 'luglio', 'juillet', 'julho'],
  ['august', 'agosto', 'aout', 'ags'],
  ['september', 'septiembre', 'setiembre', 'settembre', 'septembre', 'setembro'],
  ['october', 'octubre', 'oktober', 'ottobre', 'octobre', 'outubro'],
  ['november', 'noviembre', 'novembre', 'novembro'],
  ['december', 'diciembre', 'dicembre', 'dezember', 'decembre', 'dezembro'],
];
const WEEKDAYS = (
  'monday tuesday tues wednesday thursday thurs friday saturday sunday lunes martes miercoles jueves ' +
  'viernes sabado domingo mandag tirsdag onsdag torsdag fredag lordag sondag loerdag soendag lunedi ' +
  'martedi mercoledi giovedi venerdi sabato domenica montag dienstag mittwoch donnerstag freitag ' +
  'samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche'
).split(' ');
/** Words between the parts of a date, and ordinal suffixes. */
const FILLERS = new Set([
  'de',
  'del',
  'den',
  'd',
  'the',
  'of',
  'di',
  'el',
  'il',
  'le',
  'st',
  'nd',
  'rd',
  'th',
  'o',
  'a',
  'er',
  'e',
]);
const isPrefixOfAny = (word: string, names: readonly string[], shortest: number) =>
  word.length >= shortest && names.some((name) => name.startsWith(word));
const monthOf = (word: string) => MONTHS.findIndex((names) => isPrefixOfAny(word, names, 3));
const isWeekday = (word: string) => isPrefixOfAny(word, WEEKDAYS, 2);

/**
 * Parses a date with a month name and any words between its parts; the position of the month tells day and year apart.
 * Returns undefined without a month, and null for an invalid date.
 */
function namedDate(text: string): LocalDate | null | undefined {
  const tokens = normalizeText(text).match(/\p{L}+|\d+/gu) ?? [];
  const months = tokens.flatMap((token, at) => (monthOf(token) < 0 ? [] : [at]));
  const numbers = tokens.flatMap((token, at) => (/^\d/.test(token) ? [at] : []));
  // "mar" is Tuesday if another month or a numeric date follows.
  const first = months.length > 1 && isWeekday(tokens[months[0]!]!) ? months[1] : months[0];
  if (first === undefined || (numbers.length === 3 && months.length === 1 && isWeekday(tokens[first]!)))
    return undefined;
  const isExpected = (token: string, at: number) =>
    at === first || /^\d/.test(token) || FILLERS.has(token) || isWeekday(token);
  if (numbers.length !== 2 || !tokens.every(isExpected)) return null;
  const [firstToken, secondToken] = numbers.map((at) => tokens[at]!) as [string, string];
  const [date, year] =
    firstToken.length === 4 && first < numbers[1]! ? [secondToken, firstToken] : [firstToken, secondToken];
  if (date.length > 2 || (year.length !== 2 && year.length !== 4) || first > numbers[1]!) return null;
  return day(Number(year), monthOf(tokens[first]!) + 1, Number(date));
}

const two = (number: number) => String(number).padStart(2, '0');
function day(year: number, month: number, date: number): LocalDate | null {
  const full = year < 100 ? 2000 + year : year;
  const text = `${String(full).padStart(4, '0')}-${two(month)}-${two(date)}`;
  return full >= 1990 && full < 2200 && isLocalDate(text) ? text : null;
}

/** Splits a cell into date and time, without a weekday before a numeric date. */
export function splitDateTime(cell: string): { date: string; time: string } {
  const trimmed = cell.trim();
  if (trimmed.length > MAX_CELL_LENGTH) return { date: '', time: '' };
  const text = trimmed
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/^(\p{L}{2,12})[.,]*\s+(?:d\.|den|the|el|il)?\s*(?=\d{1,4}[./-]\d{1,2}[./-]\d)/iu, (start, word: string) =>
      isWeekday(normalizeText(word)) ? '' : start,
    );
  const match =
    /^(.*?\d{1,4}.*?)(?:T|,?\s+(?:[-–@]\s*|kl\.?\s*|at\s+|a\s+las?\s+|alle\s+(?:ore\s+)?|ore\s+|klokken\s+)?)(\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?\s?m\.?)?)$/i.exec(
      text,
    );
  return match ? { date: match[1] ?? '', time: match[2] ?? '' } : { date: text, time: '' };
}

/**
 * Parses dates that do not depend on the order: serial numbers, `YYYYMMDD`, and month names. Returns undefined for
 * others.
 */
function plainDate(text: string): LocalDate | null | undefined {
  const serial = SERIAL.exec(text);
  if (serial) {
    const found = new Date(EXCEL_DAY_ZERO + Number(serial[1]) * 86_400_000).toISOString().slice(0, 10);
    return found >= '1990' && found < '2200' ? found : null;
  }
  const compact = /^(19|20)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (compact) return day(Number(`${compact[1]}${compact[2]}`), Number(compact[3]), Number(compact[4]));
  return namedDate(text);
}

/** Parses a date in the given order; null if it is not a date. */
export function parseDateCell(cell: string, order: DateOrder): LocalDate | null {
  const { date } = splitDateTime(cell);
  const plain = plainDate(date);
  if (plain !== undefined) return plain;
  const match = NUMERIC_DATE.exec(date);
  if (!match) return null;
  const [a, b, c] = match.slice(1).map(Number) as [number, number, number];
  const [first = '', , last = ''] = match.slice(1);
  // A four-digit year is only accepted where the order has it.
  if (first.length > 2) return last.length <= 2 && order === 'ymd' ? day(a, b, c) : null;
  if (last.length === 1 && order !== 'ymd') return null;
  return order === 'dmy' ? day(c, b, a) : order === 'mdy' ? day(c, a, b) : day(a, b, c);
}

export interface DateColumn {
  /** The possible orders: one if it is certain, none if no cell depends on it. */
  orders: DateOrder[];
  /** Cells whose date differs between the orders. */
  examples: string[];
}

/** Infers the order of a column of dates. Orders that give the same dates count as one. */
export function inspectDates(cells: readonly string[]): DateColumn {
  const parsable = [...new Set(cells.map((cell) => cell.trim()))].filter(
    (cell) =>
      plainDate(splitDateTime(cell).date) === undefined &&
      DATE_ORDERS.some((order) => parseDateCell(cell, order) !== null),
  );
  const read = DATE_ORDERS.map((order) => ({ order, days: parsable.map((cell) => parseDateCell(cell, order)) }));
  const fittingAll = read.filter(({ days }) => days.every((day) => day !== null));
  // If no order fits all cells, the user chooses among those that fit some.
  const fitting = fittingAll.length > 0 ? fittingAll : read.filter(({ days }) => days.some((day) => day !== null));
  const different = fitting.filter(
    ({ days }, at) => fitting.findIndex((other) => other.days.join() === days.join()) === at,
  );
  return {
    orders: parsable.length === 0 ? [] : different.map(({ order }) => order),
    examples: parsable.filter((_, at) => new Set(different.map(({ days }) => days[at])).size > 1).slice(0, 3),
  };
}

/** Parses a time of day to `HH:MM`, also from a spreadsheet's fraction of a day; null for anything else. */
export function parseTimeCell(cell: string): string | null {
  const text = cell
    .trim()
    .replace(/^kl\.?\s*/i, '')
    .replace(/^(\d{1,2}[:.]\d{2})[:.]\d{2}(?:\.\d+)?/, '$1');
  // A comma is never part of a clock time; a point is, unless the digits rule it out.
  if (/^0(?:,\d+|\.(?:\d|\d{3,}))$/.test(text)) {
    const minutes = Math.round(Number(text.replace(',', '.')) * 1440);
    return minutes < 1440 ? `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` : null;
  }
  return parseTimeInput(text);
}

/** Returns the time in a cell with date and time; null if it has none. */
export function timeInDateCell(cell: string): string | null {
  const { date, time } = splitDateTime(cell);
  if (time) return parseTimeCell(time);
  const serial = SERIAL.exec(date);
  return serial?.[2] ? parseTimeCell(`0.${serial[2].padEnd(3, '0')}`) : null;
}

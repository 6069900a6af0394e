/** Days and times as spreadsheets write them. In which order a column has day and month is told by the whole column, or asked; never guessed. */
import { isLocalDate } from '../../lib/local-date.ts';
import type { LocalDate } from '../ids.ts';
import { MAX_CELL_LENGTH } from './cells.ts';
import { normalizeText } from '../search-text.ts';
import { parseTimeInput } from '../parse-date-time.ts';

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Excel's first day, counted with the 29 February 1900 that it believes in. */
const EXCEL = Date.UTC(1899, 11, 30);
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/;
const THREE = /^(\d{1,2}|[1-9]\d{3})\s?[./\- ]\s?(\d{1,2})\s?[./\- ]\s?(\d{1,2}|[1-9]\d{3})\.?$/;
/** The months by their names in our languages and their neighbours', folded; any beginning of three letters says which. */
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
/** Between the parts of a day, and behind its number. */
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
const startsOne = (word: string, names: readonly string[], shortest: number) =>
  word.length >= shortest && names.some((name) => name.startsWith(word));
const monthOf = (word: string) => MONTHS.findIndex((names) => startsOne(word, names, 3));
const isWeekday = (word: string) => startsOne(word, WEEKDAYS, 2);

/**
 * A day whose month is a word, whatever stands between its parts: the month says which number is the day and which the year. Undefined
 * without a month, null for what is no day.
 */
function namedDate(text: string): LocalDate | null | undefined {
  const parts = normalizeText(text).match(/\p{L}+|\d+/gu) ?? [];
  const months = parts.flatMap((part, at) => (monthOf(part) < 0 ? [] : [at]));
  const numbers = parts.flatMap((part, at) => (/^\d/.test(part) ? [at] : []));
  // "mar" is a Tuesday before another month, or before a day of numbers alone.
  const first = months.length > 1 && isWeekday(parts[months[0]!]!) ? months[1] : months[0];
  if (first === undefined || (numbers.length === 3 && months.length === 1 && isWeekday(parts[first]!)))
    return undefined;
  const isKnown = (part: string, at: number) =>
    at === first || /^\d/.test(part) || FILLERS.has(part) || isWeekday(part);
  if (numbers.length !== 2 || !parts.every(isKnown)) return null;
  const [one, other] = numbers.map((at) => parts[at]!) as [string, string];
  const [date, year] = one.length === 4 && first < numbers[1]! ? [other, one] : [one, other];
  if (date.length > 2 || (year.length !== 2 && year.length !== 4) || first > numbers[1]!) return null;
  return day(Number(year), monthOf(parts[first]!) + 1, Number(date));
}

const two = (number: number) => String(number).padStart(2, '0');
function day(year: number, month: number, date: number): LocalDate | null {
  const full = year < 100 ? 2000 + year : year;
  const text = `${String(full).padStart(4, '0')}-${two(month)}-${two(date)}`;
  return full >= 1990 && full < 2200 && isLocalDate(text) ? text : null;
}

/** The day and the time of a cell that may hold both; without the weekday before a day of numbers. */
export function splitDateTime(cell: string): { date: string; time: string } {
  const whole = cell.trim();
  if (whole.length > MAX_CELL_LENGTH) return { date: '', time: '' };
  const text = whole
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/^(\p{L}{2,12})[.,]*\s+(?:d\.|den|the|el|il)?\s*(?=\d{1,4}[./-]\d{1,2}[./-]\d)/iu, (start, word: string) =>
      isWeekday(normalizeText(word)) ? '' : start,
    );
  const parts =
    /^(.*?\d{1,4}.*?)(?:T|,?\s+(?:[-–@]\s*|kl\.?\s*|at\s+|a\s+las?\s+|alle\s+(?:ore\s+)?|ore\s+|klokken\s+)?)(\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?\s?m\.?)?)$/i.exec(
      text,
    );
  return parts ? { date: parts[1] ?? '', time: parts[2] ?? '' } : { date: text, time: '' };
}

/** What a cell says whatever the order: a serial number, a month by its name. Undefined: it hangs on the order. */
function plainDate(text: string): LocalDate | null | undefined {
  const serial = SERIAL.exec(text);
  if (serial) {
    const found = new Date(EXCEL + Number(serial[1]) * 86_400_000).toISOString().slice(0, 10);
    return found >= '1990' && found < '2200' ? found : null;
  }
  const whole = /^(19|20)(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (whole) return day(Number(`${whole[1]}${whole[2]}`), Number(whole[3]), Number(whole[4]));
  return namedDate(text);
}

/** The day of a cell, null for what is none in this order. */
export function parseDateCell(cell: string, order: DateOrder): LocalDate | null {
  const { date } = splitDateTime(cell);
  const plain = plainDate(date);
  if (plain !== undefined) return plain;
  const parts = THREE.exec(date);
  if (!parts) return null;
  const [a, b, c] = parts.slice(1).map(Number) as [number, number, number];
  const [first = '', , last = ''] = parts.slice(1);
  // A year of four signs is a year, and where it stands says where the others do not.
  if (first.length > 2) return last.length <= 2 && order === 'ymd' ? day(a, b, c) : null;
  if (last.length === 1 && order !== 'ymd') return null;
  return order === 'dmy' ? day(c, b, a) : order === 'mdy' ? day(c, a, b) : day(a, b, c);
}

export interface DateColumn {
  /** The orders that it may be in: one where it is sure, none where no cell hangs on it. */
  orders: DateOrder[];
  /** Cells that are another day in another order. */
  examples: string[];
}

/** What a column of days tells about its order. Where two orders make the same days of all cells, either is it. */
export function inspectDates(cells: readonly string[]): DateColumn {
  const asked = [...new Set(cells.map((cell) => cell.trim()))].filter(
    (cell) =>
      plainDate(splitDateTime(cell).date) === undefined &&
      DATE_ORDERS.some((order) => parseDateCell(cell, order) !== null),
  );
  const read = DATE_ORDERS.map((order) => ({ order, days: asked.map((cell) => parseDateCell(cell, order)) }));
  const whole = read.filter(({ days }) => days.every((one) => one !== null));
  // Where no order makes days of all cells, the person says which one the most of them are in.
  const fitting = whole.length > 0 ? whole : read.filter(({ days }) => days.some((one) => one !== null));
  const different = fitting.filter(
    ({ days }, at) => fitting.findIndex((other) => other.days.join() === days.join()) === at,
  );
  return {
    orders: asked.length === 0 ? [] : different.map(({ order }) => order),
    examples: asked.filter((_, at) => new Set(different.map(({ days }) => days[at])).size > 1).slice(0, 3),
  };
}

/** A time of day as `HH:MM`, also as the fraction of a day that a spreadsheet keeps it as; null for what is none. */
export function parseTimeCell(cell: string): string | null {
  const text = cell
    .trim()
    .replace(/^kl\.?\s*/i, '')
    .replace(/^(\d{1,2}[:.]\d{2})[:.]\d{2}(?:\.\d+)?/, '$1');
  // With a comma it is no clock's time; with a point only where it cannot be one.
  if (/^0(?:,\d+|\.(?:\d|\d{3,}))$/.test(text)) {
    const minutes = Math.round(Number(text.replace(',', '.')) * 1440);
    return minutes < 1440 ? `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` : null;
  }
  return parseTimeInput(text);
}

/** The time in a cell of a day with its time; null where it says none. */
export function timeInDateCell(cell: string): string | null {
  const { date, time } = splitDateTime(cell);
  if (time) return parseTimeCell(time);
  const serial = SERIAL.exec(date);
  return serial?.[2] ? parseTimeCell(`0.${serial[2].padEnd(3, '0')}`) : null;
}

/** Parsing of typed dates and times; ambiguous input is refused, never guessed. */
import type { LocalDate } from './ids.ts';
import { isLocalDate } from '../lib/local-date.ts';

const two = (number: number) => String(number).padStart(2, '0');

/**
 * Parses a date, typed with the day before the month as in all our languages (`2/5/2026`, `2.5.26`, `2-5-2026`), or as
 * `2026-05-02`. Returns null for a date that does not exist or has no year.
 */
export function parseDateInput(text: string): LocalDate | null {
  const bare = text.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(bare)) return isLocalDate(bare) ? bare : null;
  const match = /^(\d{1,2})\s?[./ -]\s?(\d{1,2})\s?[./ -]\s?(\d{4}|\d{2})\.?$/.exec(bare);
  if (!match) return null;
  const [day, month, shortYear] = match.slice(1).map(Number) as [number, number, number];
  const year = shortYear < 100 ? 2000 + shortYear : shortYear;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return isLocalDate(date) ? date : null;
}

/** Formats a date for an input, with the day before the month. */
export function formatDateInput(date: LocalDate): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${String(day)}/${String(month)}/${String(year)}`;
}

/** Formats a field's text for an input: dates as `formatDateInput` does, all else unchanged. */
export const formatFieldText = (text: string): string => (isLocalDate(text) ? formatDateInput(text) : text);

/**
 * Parses a time of day to `HH:MM`, from `9`, `9:30`, `9.30`, `0930`, `9 h 30` or `9:30 pm`. Returns null if it is not a
 * time.
 */
export function parseTimeInput(text: string): string | null {
  const match = /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})?|(\d{2}))?\s?(am|pm|a\.\s?m\.|p\.\s?m\.)?$/i.exec(text.trim());
  if (!match) return null;
  const minute = Number(match[2] ?? match[3] ?? 0);
  const amOrPm = match[4]?.toLowerCase().replace(/[^apm]/g, '');
  const clockHour = Number(match[1]);
  if (amOrPm && (clockHour < 1 || clockHour > 12)) return null;
  const hour = amOrPm ? (clockHour % 12) + (amOrPm === 'pm' ? 12 : 0) : clockHour;
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : null;
}

/** Returns the time to show below its input; null if it is not a time, or typed as one with a colon or a dot. */
export function timeIfTypedDifferently(text: string): string | null {
  const time = parseTimeInput(text);
  return time === text.trim().replace('.', ':') ? null : time;
}

export interface DateTimeOptions {
  locale: string;
  timeZone: string;
  dateStyle: 'full' | 'long' | 'medium';
  timeStyle?: 'short' | 'medium';
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a date and a 24-hour time. Spanish would write "7:00"; all hours have two digits here, as in our lists. */
export function formatDateTime(
  at: Date | string,
  { locale, timeZone, dateStyle, timeStyle = 'short' }: DateTimeOptions,
): string {
  const key = [locale, timeZone, dateStyle, timeStyle].join(' ');
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { timeZone, dateStyle, timeStyle, hourCycle: 'h23' });
    formats.set(key, format);
  }
  return format
    .formatToParts(new Date(at))
    .map(({ type, value }) => (type === 'hour' ? value.padStart(2, '0') : value))
    .join('');
}

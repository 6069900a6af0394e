export interface DateTimeOptions {
  locale: string;
  timeZone: string;
  dateStyle: 'full' | 'long' | 'medium';
  timeStyle?: 'short' | 'medium';
}

/** Formats a date and a 24-hour time. Spanish would write "7:00"; all hours have two digits here, as in our lists. */
export const formatDateTime = (
  at: Date | string,
  { locale, timeStyle = 'short', ...options }: DateTimeOptions,
): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeStyle, hourCycle: 'h23' })
    .formatToParts(new Date(at))
    .map(({ type, value }) => (type === 'hour' ? value.padStart(2, '0') : value))
    .join('');

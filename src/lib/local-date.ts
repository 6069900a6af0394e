const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * Returns the calendar day (`YYYY-MM-DD`) at `time` (milliseconds since 1970) in an IANA time zone; an unknown zone
 * reads as UTC.
 */
export function localDateIn(timeZone: string, time: number): string {
  try {
    // The order and separators of a formatted date differ between engines; its parts do not.
    const parts = new Map(
      formatFor(timeZone)
        .formatToParts(time)
        .map(({ type, value }) => [type, value]),
    );
    const formatPart = (type: 'year' | 'month' | 'day', length: number) =>
      (parts.get(type) ?? '').padStart(length, '0');
    return `${formatPart('year', 4)}-${formatPart('month', 2)}-${formatPart('day', 2)}`;
  } catch {
    return new Date(time).toISOString().slice(0, 10);
  }
}

/** Returns the day `days` after (or before, if negative) a `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns whether a text is the `YYYY-MM-DD` of an existing day. */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the local date and the minutes since midnight at `time` (milliseconds since 1970) in an IANA time zone. */
export function wallClockIn(timeZone: string, time: number): { date: string; minute: number } {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
    clocks.set(timeZone, clock);
  }
  const parts = new Map(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return { date: localDateIn(timeZone, time), minute: (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0) };
}

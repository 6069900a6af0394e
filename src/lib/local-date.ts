const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    // en-CA writes YYYY-MM-DD.
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format;
}

/** The calendar day (`YYYY-MM-DD`) at `time` (milliseconds since 1970) in an IANA time zone; an unknown zone reads as UTC. */
export function localDateIn(timeZone: string, time: number): string {
  try {
    return formatFor(timeZone).format(time);
  } catch {
    return new Date(time).toISOString().slice(0, 10);
  }
}

/** The day `days` after (or before, if negative) a `YYYY-MM-DD`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

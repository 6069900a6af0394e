/** Calendar files (RFC 5545): a booking's event for its page and its mails, and calendar feeds of departures. */
import { now as clockNow } from '../lib/clock.ts';

export interface CalendarEntry {
  /** Booking or departure id: importing a file again updates the event instead of adding another. */
  id: string;
  /** Increases with each change; the higher sequence wins. */
  sequence: number;
  isOff: boolean;
  /** Not confirmed yet. */
  isTentative?: boolean;
  /** Does not block time in the calendar. */
  isFree?: boolean;
  title: string;
  startsAt: string;
  endsAt: string;
  location: string;
  /** Further details, with the link to the booking. */
  text: string;
}

const stamp = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** Returns the UTF-8 length of one character. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0)!;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** Folds a line to at most 75 octets; continuation lines begin with a space. */
function folded(line: string): string {
  // A UTF-16 code unit takes at most three octets.
  if (line.length <= 25) return line;
  const foldedLines: string[] = [];
  let current = '';
  let length = 0;
  for (const character of line) {
    const octets = octetsOf(character);
    if (length + octets > (foldedLines.length === 0 ? 75 : 74)) {
      foldedLines.push(current);
      current = '';
      length = 0;
    }
    current += character;
    length += octets;
  }
  return [...foldedLines, current].join('\r\n ');
}

/** Times are in UTC: clients interpret a file's own time zone rules differently. */
function entryLines(entry: CalendarEntry, now: Date): string[] {
  const { id, sequence, isOff, isTentative = false, isFree = false, title, startsAt, endsAt, location, text } = entry;
  return [
    'BEGIN:VEVENT',
    `UID:${id}@muster`,
    // RFC 5545 integers are signed 32-bit.
    `SEQUENCE:${Math.min(sequence, 2 ** 31 - 1)}`,
    `STATUS:${isOff ? 'CANCELLED' : isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    `DTSTAMP:${stamp(now.toISOString())}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(location)}`,
    `DESCRIPTION:${escaped(text)}`,
    ...(isFree ? ['TRANSP:TRANSPARENT'] : []),
    'END:VEVENT',
  ];
}

const fileOf = (head: readonly string[], entries: readonly CalendarEntry[], now: Date): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...head,
    'METHOD:PUBLISH',
    ...entries.flatMap((entry) => entryLines(entry, now)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');

export const calendarFile = (entry: CalendarEntry, now = new Date(clockNow())): string =>
  fileOf(['PRODID:-//Muster//Booking//EN'], [entry], now);

/** Suggested refresh interval; most clients use their own. */
const REFRESH = 'PT1H';

export const calendarFeed = (
  { name, entries }: { name: string; entries: readonly CalendarEntry[] },
  now = new Date(clockNow()),
): string =>
  fileOf(
    [
      'PRODID:-//Muster//Feed//EN',
      `NAME:${escaped(name)}`,
      `X-WR-CALNAME:${escaped(name)}`,
      `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
      `X-PUBLISHED-TTL:${REFRESH}`,
    ],
    entries,
    now,
  );

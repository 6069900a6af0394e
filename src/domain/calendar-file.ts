/** Calendar files (RFC 5545), which phones and desks open in their own calendar: a booking's, the same from its page and from mails, and feeds of departures. */
import { now as clockNow } from '../lib/clock.ts';

export interface CalendarEntry {
  /** Of the booking or the departure: the same file again is the same entry, not a second one. */
  id: string;
  /** Grows with each change: the newer of two is the one that counts. */
  sequence: number;
  isOff: boolean;
  /** It is not sure yet. */
  isAsked?: boolean;
  /** It is told, and keeps nobody from anything else. */
  isFree?: boolean;
  title: string;
  startsAt: string;
  endsAt: string;
  place: string;
  /** What else is worth knowing; the link to the booking. */
  text: string;
}

const stamp = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** Of one sign in UTF-8. */
function octetsOf(sign: string): number {
  const code = sign.codePointAt(0)!;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** Lines are at most 75 octets, the rest goes on in the next after a space. */
function folded(line: string): string {
  // No sign has more than three octets for each of its units.
  if (line.length <= 25) return line;
  const parts: string[] = [];
  let part = '';
  let length = 0;
  for (const sign of line) {
    const octets = octetsOf(sign);
    if (length + octets > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = '';
      length = 0;
    }
    part += sign;
    length += octets;
  }
  return [...parts, part].join('\r\n ');
}

/** Times are in UTC: a zone's rules in a file are the reader's own guess of them. */
function entryLines(entry: CalendarEntry, now: Date): string[] {
  const { id, sequence, isOff, isAsked = false, isFree = false, title, startsAt, endsAt, place, text } = entry;
  return [
    'BEGIN:VEVENT',
    `UID:${id}@muster`,
    // Signed 32-bit, as RFC 5545 has it.
    `SEQUENCE:${Math.min(sequence, 2 ** 31 - 1)}`,
    `STATUS:${isOff ? 'CANCELLED' : isAsked ? 'TENTATIVE' : 'CONFIRMED'}`,
    `DTSTAMP:${stamp(now.toISOString())}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
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

/** How often a calendar is told to ask again; most take their own time. */
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

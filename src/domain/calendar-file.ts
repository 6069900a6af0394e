/** A booking as a calendar file (RFC 5545), which phones and desks open in their own calendar; from its page and from mails the same entry. */

export interface CalendarEntry {
  /** Of the booking: the same file again is the same entry, not a second one. */
  id: string;
  /** Grows with each change: the newer of two is the one that counts. */
  sequence: number;
  isOff: boolean;
  title: string;
  startsAt: string;
  endsAt: string;
  place: string;
  /** What else is worth knowing; the link to the booking. */
  text: string;
}

const stamp = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Lines are at most 75 octets, the rest goes on in the next after a space. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const parts: string[] = [];
  let part = '';
  for (const sign of line) {
    if (encoder.encode(part + sign).length > (parts.length === 0 ? 75 : 74)) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part].join('\r\n ');
}

export function calendarFile(
  { id, sequence, isOff, title, startsAt, endsAt, place, text }: CalendarEntry,
  now = new Date(),
): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Muster//Booking//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@muster`,
    // Signed 32-bit, as RFC 5545 has it.
    `SEQUENCE:${Math.min(sequence, 2 ** 31 - 1)}`,
    `STATUS:${isOff ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTAMP:${stamp(now.toISOString())}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    `DESCRIPTION:${escaped(text)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}

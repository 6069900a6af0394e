import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { calendarFeed, calendarFile } from './calendar-file.ts';

const entry = {
  id: '0b0e9a3c-0000-4000-8000-000000000001',
  sequence: 4,
  isOff: false,
  title: 'Old town, slowly; æøå \\ back',
  startsAt: '2026-12-05T09:00:00.000Z',
  endsAt: '2026-12-05T11:00:00.000Z',
  location: 'The fountain, by the steps',
  text: `First line\nhttps://muster.example.com/booking/view/${'x'.repeat(60)}${'å'.repeat(40)}`,
};
const read = (file: string) => new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')!);

test('writes date, place and text in lines of at most 75 octets', () => {
  const file = calendarFile(entry, new Date('2026-11-01T12:00:00.000Z'));
  const event = read(file);
  expect([event.startDate.toJSDate().toISOString(), event.endDate.toJSDate().toISOString()]).toEqual([
    entry.startsAt,
    entry.endsAt,
  ]);
  expect([event.summary, event.location, event.description]).toEqual([entry.title, entry.location, entry.text]);
  expect(event.component.getFirstPropertyValue('dtstamp')!.toString()).toBe('2026-11-01T12:00:00Z');
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('a booking’s event keeps its id, and a change or cancellation raises its sequence', () => {
  const first = read(calendarFile(entry));
  const moved = read(calendarFile({ ...entry, sequence: 6, startsAt: '2026-12-06T09:00:00.000Z', title: 'Another' }));
  const off = read(calendarFile({ ...entry, sequence: 7, isOff: true }));
  expect(moved.uid).toBe(first.uid);
  expect([first, moved, off].map(({ sequence }) => sequence)).toEqual([4, 6, 7]);
  const status = (event: ICAL.Event) => event.component.getFirstPropertyValue('status');
  expect([status(first), status(off)]).toEqual(['CONFIRMED', 'CANCELLED']);
  expect(read(calendarFile({ ...entry, id: '0b0e9a3c-0000-4000-8000-000000000002' })).uid).not.toBe(first.uid);
  expect(read(calendarFile({ ...entry, sequence: 2 ** 40 })).sequence).toBe(2 ** 31 - 1);
});

describe('folded lines', () => {
  const lines = (title: string) => {
    const file = calendarFile({ ...entry, title });
    const at = file.indexOf('SUMMARY:');
    return file.slice(at, file.indexOf('\r\nLOCATION')).split('\r\n');
  };
  const octets = (text: string) => new TextEncoder().encode(text).length;

  test.each([
    ['one octet', 'a'],
    ['one octet, the last of them', '\u007f'],
    ['two octets', '\u0080'],
    ['two octets, the last of them', '\u07ff'],
    ['three octets', '\u0800'],
    ['three octets, the last of them', '\uffff'],
    ['four octets', '\u{10000}'],
    ['four octets', '😀'],
  ])('are as full as possible with characters of %s', (_name, character) => {
    const all = lines(character.repeat(200));
    expect(all.map((line, at) => (at === 0 ? line : line.slice(1))).join('')).toBe(`SUMMARY:${character.repeat(200)}`);
    for (const line of all.slice(0, -1)) {
      expect(octets(line)).toBeLessThanOrEqual(75);
      expect(octets(line) + octets(character)).toBeGreaterThan(75);
    }
  });

  test('are not folded up to 75 octets', () => {
    expect(lines('a'.repeat(67))).toEqual([`SUMMARY:${'a'.repeat(67)}`]);
    expect(lines('a'.repeat(68))).toEqual([`SUMMARY:${'a'.repeat(67)}`, ' a']);
  });

  test('escape any line break alike', () => {
    expect(lines('a\r\nb\rc\nd')).toEqual(['SUMMARY:a\\nb\\nc\\nd']);
  });
});

test('writes the complete file of one booking', () => {
  const now = new Date('2026-11-01T12:00:00.000Z');
  expect(calendarFile({ ...entry, title: 'A', location: 'B', text: 'C' }, now)).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Muster//Booking//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      `UID:${entry.id}@muster`,
      'SEQUENCE:4',
      'STATUS:CONFIRMED',
      'DTSTAMP:20261101T120000Z',
      'DTSTART:20261205T090000Z',
      'DTEND:20261205T110000Z',
      'SUMMARY:A',
      'LOCATION:B',
      'DESCRIPTION:C',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('a feed has a name and a refresh interval, and marks tentative and free events', () => {
  const file = calendarFeed({
    name: 'Tours; all',
    entries: [
      { ...entry, isTentative: true },
      { ...entry, id: '2', isFree: true },
      { ...entry, id: '3', isOff: true, isTentative: true },
    ],
  });
  expect(file.split('\r\n')).toEqual(
    expect.arrayContaining([
      'PRODID:-//Muster//Feed//EN',
      'NAME:Tours\\; all',
      'X-WR-CALNAME:Tours\\; all',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
    ]),
  );
  expect(file.match(/STATUS:\w+|TRANSP:\w+/g)).toEqual([
    'STATUS:TENTATIVE',
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'STATUS:CANCELLED',
  ]);
});

import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const entry = {
  id: '0b0e9a3c-0000-4000-8000-000000000001',
  sequence: 4,
  isOff: false,
  title: 'Old town, slowly; æøå \\ back',
  startsAt: '2026-12-05T09:00:00.000Z',
  endsAt: '2026-12-05T11:00:00.000Z',
  place: 'The fountain, by the steps',
  text: `First line\nhttps://muster.example.com/booking/view/${'x'.repeat(60)}${'å'.repeat(40)}`,
};
const read = (file: string) => new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent')!);

test('a calendar reads when, where and what, in lines of at most 75 octets', () => {
  const file = calendarFile(entry, new Date('2026-11-01T12:00:00.000Z'));
  const event = read(file);
  expect([event.startDate.toJSDate().toISOString(), event.endDate.toJSDate().toISOString()]).toEqual([
    entry.startsAt,
    entry.endsAt,
  ]);
  expect([event.summary, event.location, event.description]).toEqual([entry.title, entry.place, entry.text]);
  expect(event.component.getFirstPropertyValue('dtstamp')!.toString()).toBe('2026-11-01T12:00:00Z');
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('the entry of a booking is one, of which the later is the newer, also when it is called off', () => {
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

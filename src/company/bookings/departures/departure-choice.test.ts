import { expect, test } from 'vitest';
import type { CalendarDeparture } from '../../../domain/calendar.ts';
import { groupByDay, hasRoomFor, nextFitting, seatsLeft } from './departure-choice.ts';

const departure = (id: string, startsAt: string, more: Partial<CalendarDeparture> = {}): CalendarDeparture => ({
  id,
  tourId: 't',
  localDate: startsAt.slice(0, 10),
  startsAt,
  minutes: 60,
  booked: 0,
  capacity: 4,
  language: 'en',
  status: 'scheduled',
  closed: false,
  allottedSeats: 0,
  belowMinimum: false,
  differs: [],
  version: 1,
  guides: [],
  ...more,
});
const ALL = [
  departure('late', '2027-05-02T14:00:00.000Z'),
  departure('current', '2027-05-02T10:00:00.000Z'),
  departure('almostFull', '2027-05-03T10:00:00.000Z', { booked: 3 }),
  departure('closed', '2027-05-04T10:00:00.000Z', { closed: true }),
  departure('cancelled', '2027-05-05T10:00:00.000Z', { status: 'cancelled' }),
  departure('past', '2027-05-01T10:00:00.000Z'),
  departure('next', '2027-05-06T10:00:00.000Z', { booked: 2 }),
];

test('groups scheduled departures from today on, closed ones included, by day, without the current one', () => {
  const days = groupByDay(ALL, { today: '2027-05-02', without: 'current' });
  expect([...days].map(([day, list]) => [day, list.map(({ id }) => id)])).toEqual([
    ['2027-05-02', ['late']],
    ['2027-05-03', ['almostFull']],
    ['2027-05-04', ['closed']],
    ['2027-05-06', ['next']],
  ]);
});

test('suggests open departures that have not begun and have enough seats', () => {
  const days = groupByDay(ALL, { today: '2027-05-01' });
  const next = (seats: number, max = 9) =>
    nextFitting(days, { now: '2027-05-02T11:00:00.000Z', seats, max }).map(({ id }) => id);
  expect(next(1)).toEqual(['late', 'almostFull', 'next']);
  expect(next(2)).toEqual(['late', 'next']);
  expect(next(1, 1)).toEqual(['late']);
});

test('has room for guests who take no seat, even when overbooked', () => {
  expect(hasRoomFor(departure('overbooked', '2027-05-02T10:00:00.000Z', { booked: 6 }), 0)).toBe(true);
});

test('does not count seats allotted to a partner as left', () => {
  const allotted = departure('allotted', '2027-05-02T10:00:00.000Z', { booked: 1, allottedSeats: 2 });
  expect(seatsLeft(allotted)).toBe(1);
  expect([hasRoomFor(allotted, 1), hasRoomFor(allotted, 2)]).toEqual([true, false]);
  expect(seatsLeft({ ...allotted, booked: 4 })).toBe(0);
});

import { expect, test } from 'vitest';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import { groupByDay, filterDepartures } from './calendar-filter.ts';

const guide = (userId: string, state: 'accepted' | 'declined') => ({
  userId,
  name: userId,
  role: 'lead' as const,
  state,
});
const departure = (id: string, more: Partial<CalendarDeparture> = {}): CalendarDeparture => ({
  id,
  tourId: 'walk',
  localDate: '2026-05-02',
  startsAt: '2026-05-02T08:00:00.000Z',
  minutes: 90,
  booked: 2,
  capacity: 20,
  language: 'en',
  status: 'scheduled',
  closed: false,
  allottedSeats: 0,
  belowMinimum: false,
  differs: [],
  version: 1,
  guides: [guide('lea', 'accepted')],
  ...more,
});
const ALL = [
  departure('open'),
  departure('unassigned', { guides: [guide('lea', 'declined')], language: 'da' }),
  departure('full', { booked: 20, tourId: 'bike' }),
  departure('limited', { booked: 15, localDate: '2026-05-03' }),
  departure('departed', { status: 'departed' }),
  departure('below minimum', { booked: 1, belowMinimum: true, closed: true }),
  departure('cancelled', { status: 'cancelled', guides: [] }),
];
const ids = (more: Partial<Parameters<typeof filterDepartures>[1]>) =>
  filterDepartures(ALL, { tour: [], guide: [], language: [], show: [], ...more }).map(({ id }) => id);

test('combines filters with and, and conditions within one filter with or', () => {
  expect(ids({})).toEqual(ALL.map(({ id }) => id));
  expect(ids({ tour: ['bike'] })).toEqual(['full']);
  expect(ids({ tour: ['bike', 'walk'] })).toEqual(ids({}));
  expect(ids({ language: ['da'] })).toEqual(['unassigned']);
  expect(ids({ show: ['unassigned'] })).toEqual(['unassigned']);
  expect(ids({ show: ['limited', 'sold_out'] })).toEqual(['full', 'limited']);
  expect(ids({ show: ['available'] })).toEqual(['open', 'unassigned']);
  expect(ids({ show: ['departed'] })).toEqual(['departed']);
  expect(ids({ show: ['below_minimum'] })).toEqual(['below minimum']);
  expect(ids({ show: ['cancelled'], tour: ['bike'] })).toEqual([]);
});

test('does not count a guide who declined', () => {
  expect(ids({ guide: ['lea'] })).toEqual(['open', 'full', 'limited', 'departed', 'below minimum']);
});

test('groups departures by day and keeps their order', () => {
  expect([...groupByDay(ALL)].map(([day, list]) => [day, list.length])).toEqual([
    ['2026-05-02', 6],
    ['2026-05-03', 1],
  ]);
});

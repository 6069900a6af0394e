import { expect, test } from 'vitest';
import type { DepartureSummary } from '../../../offline/read/views.ts';
import { groupDeparturesByDay, nextDeparture, nextOfflineDeparture, validUntil } from './departure-days.ts';

const summary = (id: string, startsAt: string, more: { cancelled?: boolean; departed?: boolean } = {}) =>
  ({
    departure: {
      id,
      startsAt,
      endsAt: startsAt.replace(/T\d\d/, 'T23'),
      localDate: startsAt.slice(0, 10),
      status: more.cancelled ? 'cancelled' : 'scheduled',
    },
    departedAt: more.departed ? startsAt : null,
  }) as DepartureSummary;

const list = [
  summary('yesterday', '2026-05-01T09:00:00.000Z'),
  summary('tomorrow', '2026-05-03T09:00:00.000Z'),
  summary('late', '2026-05-02T16:00:00.000Z'),
  summary('early', '2026-05-02T08:00:00.000Z', { departed: true }),
  summary('off', '2026-05-02T10:00:00.000Z', { cancelled: true }),
];
const today = '2026-05-02';

test('orders days as today, future, past, and puts departed and cancelled departures last within a day', () => {
  expect(
    groupDeparturesByDay(list, { now: Date.parse('2026-05-02T12:00:00Z'), today }).map((day) =>
      day.departures.map((item) => item.departure.id),
    ),
  ).toEqual([['late', 'early', 'off'], ['tomorrow'], ['yesterday']]);
});

test('puts late departures first, and past ones that were never marked as departed after upcoming ones', () => {
  const at = (hour: number, id: string, hours = 1) =>
    ({
      ...summary(id, `2026-05-02T${String(hour).padStart(2, '0')}:00:00.000Z`),
      departure: {
        ...summary(id, `2026-05-02T${String(hour).padStart(2, '0')}:00:00.000Z`).departure,
        endsAt: `2026-05-02T${String(hour + hours).padStart(2, '0')}:00:00.000Z`,
      },
    }) as DepartureSummary;
  const day = [at(7, 'forgotten'), at(13, 'soon'), at(11, 'late', 3), at(12, 'just late')];
  expect(
    groupDeparturesByDay(day, { now: Date.parse('2026-05-02T12:05:00Z'), today })[0]?.departures.map(
      (item) => item.departure.id,
    ),
  ).toEqual(['late', 'just late', 'soon', 'forgotten']);
});

test('picks the next departure that has neither departed nor been cancelled', () => {
  expect(nextDeparture(list, Date.parse('2026-05-02T07:00:00Z'))?.departure.id).toBe('late');
  expect(nextDeparture(list, Date.parse('2026-05-02T16:20:00Z'))?.departure.id).toBe('late');
  expect(nextDeparture(list, Date.parse('2026-05-02T16:40:00Z'))?.departure.id).toBe('tomorrow');
  expect(nextDeparture([], 0)).toBeNull();
});

test("picks tomorrow's departure for the offline badge once today's are over", () => {
  expect(nextOfflineDeparture(list, { now: Date.parse('2026-05-02T20:00:00Z'), today })?.departure.id).toBe('tomorrow');
  expect(nextOfflineDeparture(list, { now: Date.parse('2026-05-02T07:00:00Z'), today })?.departure.id).toBe('late');
});

test('lists yesterday first while one of its departures has neither left nor ended', () => {
  const dates = groupDeparturesByDay(list, { now: Date.parse('2026-05-01T22:30:00Z'), today }).map((day) => day.date);
  expect(dates).toEqual(['2026-05-01', '2026-05-02', '2026-05-03']);
});

test('expires the list when a departure begins, becomes late or ends, at midnight, or after twelve hours', () => {
  const until = (now: string, pulledAt: string | null = now, departures = list) => {
    const time = validUntil(departures, {
      now: Date.parse(now),
      today: now.slice(0, 10),
      timeZone: 'Europe/Copenhagen',
      pulledAt,
    });
    return new Date(time).toISOString();
  };
  expect(until('2026-05-02T15:00:00.000Z')).toBe('2026-05-02T16:00:00.000Z');
  expect(until('2026-05-02T16:00:00.000Z')).toBe('2026-05-02T16:01:00.000Z');
  expect(until('2026-05-02T16:01:00.000Z')).toBe('2026-05-02T16:30:00.000Z');
  // Midnight in Copenhagen comes before the end at 23:00 UTC.
  expect(until('2026-05-02T17:00:00.000Z')).toBe('2026-05-02T22:00:00.000Z');
  expect(until('2026-05-02T17:00:00.000Z', '2026-05-02T05:30:00.000Z')).toBe('2026-05-02T17:30:00.000Z');
  expect(until('2026-05-02T06:00:00.000Z', '2026-05-02T06:00:00.000Z', [])).toBe('2026-05-02T18:00:00.000Z');
  expect(until('2026-05-02T06:00:00.000Z', null)).toBe('2026-05-02T06:00:00.000Z');
});

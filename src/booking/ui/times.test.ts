import { expect, test } from 'vitest';
import type { PublicTime } from '../../data/public-booking-shapes.ts';
import { departureParams, findDepartureAt, formatTimeParam } from './times.ts';

const time = (id: string, at: string, language: string): PublicTime => ({
  id,
  at,
  language,
  startsAt: '',
  left: 1,
  prices: null,
});
const times = [time('1', '10:00', 'en'), time('2', '14:00', 'en'), time('3', '14:00', 'da')];
const days = [{ date: '2026-12-05', times }];

test('a departure round-trips through the URL, with its language if two start at the same time', () => {
  expect(times.map((time) => formatTimeParam(time, times))).toEqual(['10:00', '14:00.en', '14:00.da']);
  for (const time of times)
    expect(findDepartureAt(days, { date: '2026-12-05', time: formatTimeParam(time, times) })).toBe(time);
  for (const wrong of ['10.00', '11:00', '14:00.it', ''])
    expect(findDepartureAt(days, { date: '2026-12-05', time: wrong })).toBeNull();
  expect(findDepartureAt(days, { date: '2026-12-06', time: '10:00' })).toBeNull();
});

test('departureParams gives the tour’s local date and time, also around midnight', () => {
  expect(departureParams({ startsAt: '2026-12-05T23:30:00.000Z', language: 'da' }, 'Europe/Copenhagen')).toEqual({
    date: '2026-12-06',
    time: '00:30.da',
  });
});

test('an offered departure is found again, also if another one starts at the same time', () => {
  const offered = { startsAt: '2026-12-05T13:00:00.000Z', language: 'da' };
  expect(findDepartureAt(days, departureParams(offered, 'Europe/Copenhagen'))).toBe(times[2]);
});

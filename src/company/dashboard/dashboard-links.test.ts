import { expect, test } from 'vitest';
import { dashboardLinks } from './dashboard-links.ts';

const PERIOD = { from: '2026-11-01', to: '2026-11-30' };
const links = dashboardLinks((permission) => permission === 'VIEW_BOOKINGS_ACCESS');

test('lists bookings on hold with the seats taken, also for users who only see the simple list', () => {
  const seated = '/bookings?status=CONFIRMED&status=PENDING&status=ON_HOLD&from=2026-11-01&to=2026-11-30';
  expect(links.toured(PERIOD)).toBe(seated);
  expect(links.toured(PERIOD, { guide: 'lea' })).toBe(`${seated}&guide=lea`);
  expect(links.attended(PERIOD, { tour: 'walk' })).toBe(`${seated}&tour=walk`);
  expect(links.hour(PERIOD, { weekday: 1, hour: 10 })).toBe(seated);
});

import { expect, test } from 'vitest';
import { unseenStatuses } from './seen-statuses.ts';

const CONTRACT = { rpcs: { read_booking: { ok: {}, stale: {} } } };

test('finds the statuses that were not returned', () => {
  expect(unseenStatuses(CONTRACT, new Set(['read_booking ok']))).toEqual(['read_booking stale']);
  expect(unseenStatuses(CONTRACT, new Set(['read_booking ok', 'read_booking stale']))).toEqual([]);
});

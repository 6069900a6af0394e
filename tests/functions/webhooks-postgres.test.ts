/** Many deliveries by several workers on a real PostgreSQL, a tenth of which fails: none is lost, none overtakes another of its booking. */
import { expect, test } from 'vitest';
import { manyDeliveries } from '../support/many-deliveries.ts';

/** Ten times as many are measured by `npm run bench webhooks`. */
test('of a thousand deliveries', { timeout: 600_000 }, async () => {
  const { failures, seconds, ...told } = await manyDeliveries({ bookings: 100 });
  console.info(`${told.wanted} deliveries, ${failures} failures: ${seconds.toFixed(1)} s`);
  expect(told).toEqual({ wanted: 1000, queued: 1000, states: { delivered: 1000 }, lost: 0, outOfOrder: 0 });
  expect(failures).toBeGreaterThan(100);
});

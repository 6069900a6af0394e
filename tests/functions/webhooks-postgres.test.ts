/**
 * Many deliveries by several workers on a real PostgreSQL, a tenth of which fail: none is lost, and none overtakes
 * another of its booking.
 */
import { expect, test } from 'vitest';
import { manyDeliveries } from '../support/many-deliveries.ts';
import { caseCount } from '../../src/lib/testing/random-cases.ts';

const BOOKINGS = caseCount(100, 30);
const DELIVERIES = BOOKINGS * 10;

/** `npm run bench webhooks` measures more. */
test(`delivers ${DELIVERIES} events once and in order`, { timeout: 600_000 }, async () => {
  const { failures, seconds, ...counts } = await manyDeliveries({ bookings: BOOKINGS });
  console.info(`${counts.wanted} deliveries, ${failures} failures: ${seconds.toFixed(1)} s`);
  expect(counts).toEqual({
    wanted: DELIVERIES,
    queued: DELIVERIES,
    states: { delivered: DELIVERIES },
    lost: 0,
    outOfOrder: 0,
  });
  expect(failures).toBeGreaterThan(DELIVERIES / 10);
});

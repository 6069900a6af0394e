/** Concurrent guests, providers and workers on a real PostgreSQL: nobody pays twice, and no seat is sold twice. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS } from '../../supabase/functions/run-jobs/jobs.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import type { Stage } from '../support/booking-stage.ts';
import { makeDeparture } from '../support/database-fixtures.ts';
import type { Database, Session } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import * as paying from '../support/payments.ts';
import { begin, booksOf, makeWaiting, paidBy } from '../support/payments.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

const AT_ONCE = 4;
let db: Database;
let stage: Stage;
let sessions: (Session & { close(): Promise<void> })[];
beforeAll(async () => {
  db = await openPostgres();
  stage = await paying.makePayingStage(db);
  sessions = await Promise.all(Array.from({ length: AT_ONCE }, () => db.connect()));
});
afterAll(async () => {
  await Promise.all((sessions ?? []).map((session) => session.close()));
  await db?.close();
});
const portsOf = (session: Session) => fakePorts({ database: serviceDatabase(session) });
const all = <T>(run: (ports: ReturnType<typeof portsOf>, at: number) => Promise<T>) =>
  Promise.all(sessions.map((session, at) => run(portsOf(session), at)));

test('four concurrent starts lead to one payment page', async () => {
  const { token } = await makeWaiting(db, stage);
  const pages = await all((ports) => begin(token, ports));
  expect(pages.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
});

test('of twenty late payments for ten seats, each is booked once or refunded, with four workers', async () => {
  const localDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const departure = await makeDeparture(db, stage.company, { localDate, capacity: 10 });
  const bookings: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const purchase = await makeWaiting(db, stage, { adults: 1 });
    const { checkout } = await begin(purchase.token, portsOf(db));
    // All had holds on one departure, which have expired.
    await db.query(
      `update public.bookings set departure_id = $2, expires_at = now() - interval '1 hour' where id = $1`,
      [purchase.id, departure],
    );
    bookings.push(purchase.id);
    const event = paidBy(checkout!);
    // Delivered by all concurrently, and once more under another event id.
    await all((ports) => paying.deliverPaymentEvent(stage.company.id, event, ports));
    await paying.deliverPaymentEvent(stage.company.id, { ...event, event_id: randomUUID() }, portsOf(db));
  }
  for (let round = 0; round < 3; round += 1) {
    await db.query(`update private.jobs set run_at = now() where state = 'waiting'`);
    await all((ports) => runDueJobs(ports, JOBS));
  }
  const books = await Promise.all(bookings.map((id) => booksOf(db, id)));
  expect(books.filter(({ state }) => state === 'CONFIRMED')).toHaveLength(10);
  for (const { state, payments, refunds } of books) {
    expect(payments).toMatchObject([{ amount: 5000, status: 'RECEIVED' }]);
    expect(refunds).toEqual(state === 'CONFIRMED' ? [] : [{ amount: 5000, status: 'REFUNDED', bound: true }]);
  }
  const [seats] = await db.query(`select private.seats_taken($1)::int as taken`, [departure]);
  expect(seats).toEqual({ taken: 10 });
  expect(await db.query(`select from private.jobs where state = 'dead'`)).toEqual([]);
});

/** Many connections on one departure of 40 seats: 64 in the soak. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playRound } from '../support/booking-crowd.ts';
import type { RpcResult } from '../support/booking-stage.ts';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import { openPostgres, waitsForLock } from '../support/database-postgres.ts';
import { setPersona, type Database, type Session } from '../support/database.ts';
import { caseCount } from '../../src/lib/testing/random-cases.ts';

const ROUNDS = caseCount(200, 1);
// Each new connection first compiles the functions, which costs more than its actions.
const CONNECTIONS = process.env['SOAK'] ? 64 : 24;
const ACTS = 20;

let db: Database;
let company: Company;
let connections: (Session & { close(): Promise<void> })[];
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
  connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.connect()));
});
afterAll(async () => {
  await Promise.all((connections ?? []).map((connection) => connection.close()));
  await db?.close();
});

test(`${CONNECTIONS} connections oversell nothing, lose nothing and keep the ledger balanced`, async () => {
  let [done, deadlocks] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const played = await playRound({ db, company, connections }, ACTS);
    expect(played.problems).toEqual([]);
    done += played.done;
    deadlocks += played.deadlocks;
  }
  console.log(`${done} acts done in ${ROUNDS} rounds, ${deadlocks} deadlocks resolved`);
  expect(done).toBeGreaterThan(ROUNDS * CONNECTIONS);
});

const guests = (count: number) => Array.from({ length: count }, () => ({ price_category_id: company.priceCategoryId }));
const holdArgs = (departure: string, count: number) => ({
  request: randomUUID(),
  departure,
  booking: { guests: guests(count), contact: { name: 'Anna' } },
});

test('a hold that expires while its confirmation waits for a lock does not oversell', async () => {
  const departureId = await makeDeparture(db, company, { localDate: '2036-02-01', capacity: 2 });
  const [left, right] = connections.slice(0, 2) as unknown as [Session, Session];
  const held = await db.rpc<RpcResult>(company.people.office, 'hold_booking', holdArgs(departureId, 2));
  const booking = held['booking_id'];
  await db.query(
    `update public.bookings set expires_at = clock_timestamp() + interval '700 milliseconds' where id = $1`,
    [booking],
  );
  await left.exec('begin');
  await left.query(`select from public.departures where id = $1 for no key update`, [departureId]);
  // Begins while the hold is active and waits until it has expired.
  const confirming = right.rpc<RpcResult>(company.people.office, 'confirm_booking', {
    request: randomUUID(),
    booking,
    change: {},
  });
  await waitsForLock(db);
  await db.query(`select pg_sleep_until(expires_at) from public.bookings where id = $1`, [booking]);
  await setPersona(left.query, company.people.office);
  const other = holdArgs(departureId, 2);
  const [row] = await left.query<{ result: RpcResult }>(`select public.hold_booking($1, $2, $3) as result`, [
    other.request,
    departureId,
    JSON.stringify(other.booking),
  ]);
  await left.exec('commit');
  expect(row!.result.status).toBe('ok');
  expect(await confirming).toMatchObject({ status: 'sold_out', left: 0 });
});

test('the same request from eight connections takes the seats once', async () => {
  const departureId = await makeDeparture(db, company, { localDate: '2036-02-02', capacity: 2 });
  const args = holdArgs(departureId, 2);
  const results = await Promise.all(
    connections.slice(0, 8).map((connection) => connection.rpc<RpcResult>(company.people.office, 'hold_booking', args)),
  );
  expect(new Set(results.map((result) => result['booking_id'])).size).toBe(1);
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'ok'));
  // Only one response carries the link.
  expect(results.filter((result) => result['token'])).toHaveLength(1);
  expect(await db.query(`select from public.bookings where departure_id = $1`, [departureId])).toHaveLength(1);
});

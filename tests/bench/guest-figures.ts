/** Cost of guests in PostgreSQL: the month that a page requests, and two hundred concurrent holds of the same seats. */
import { randomUUID } from 'node:crypto';
import { makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import type { Session } from '../support/database.ts';
import { fillCompany } from '../support/fill-company.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';
import { percentile, type Figure } from './figures.ts';

const DEPARTURES = 500;
const BOOKINGS = 20_000;
const MONTHS = 200;
const [GUESTS, SEATS, CONNECTIONS, ROUNDS] = [200, 50, 64, 5];
/** A month entirely in the future. */
const MONTH = `${new Date().getFullYear() + 1}-05`;

const address = (n: number) => `198.51.${Math.floor(n / 250) + 1}.${(n % 250) + 1}`;

/** Returns milliseconds of each month query, including begin and commit. */
async function months(db: Awaited<ReturnType<typeof openPostgresServer>>): Promise<number[]> {
  const company = await makeCompany(db);
  const departures = await fillCompany(db, company, BOOKINGS, BOOKINGS / DEPARTURES);
  await db.query(
    `update public.departures as d set capacity = 60, local_date = $2::date + (n % 30)::integer,
       starts_at = $2::date + (n % 30) * interval '1 day' + interval '8 hours' + n / 30 * interval '30 minutes',
       ends_at = $2::date + (n % 30) * interval '1 day' + interval '9 hours' + n / 30 * interval '30 minutes'
     from unnest($1::uuid[]) with ordinality as given (id, n) where d.id = given.id`,
    [departures, `${MONTH}-01`],
  );
  await db.exec('vacuum analyze');
  const [row] = await db.query<{ slug: string }>('select slug from public.companies where id = $1', [company.id]);
  const all: number[] = [];
  for (let n = 0; n < MONTHS + 20; n += 1) {
    const ask = { operator: row!.slug, tour: company.tourId, month: MONTH, token: makeToken(), from: address(n) };
    const began = performance.now();
    const outcome = await callAsGuest<{ status: string; days: { times: unknown[] }[] }>(db, 'read_availability', ask);
    if (n >= 20) all.push(performance.now() - began);
    const result = outcome.days.reduce((sum, { times }) => sum + times.length, 0);
    if (outcome.status !== 'ok' || result !== DEPARTURES) throw new Error(`A month of ${result} departures`);
  }
  return all;
}

/** Returns milliseconds of each hold of concurrent guests, over some rounds. */
async function crowd(db: Awaited<ReturnType<typeof openPostgresServer>>): Promise<number[]> {
  const company = await makeCompany(db);
  const guests = [{ price_category_id: company.priceCategoryId }];
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.connect()));
  const all: number[] = [];
  const hold = async (connection: Session, departure: string, from: string) => {
    const began = performance.now();
    const { status } = await holdAsGuest(connection, { departure, guests, request: randomUUID(), from });
    all.push(performance.now() - began);
    return status;
  };
  try {
    // Connections are open and warmed up before guests come.
    const other = await makeDeparture(db, company, { localDate: `${MONTH}-20`, capacity: CONNECTIONS });
    for (const [at, connection] of connections.entries()) await hold(connection, other, address(5000 + at));
    all.length = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const departure = await makeDeparture(db, company, { localDate: `${MONTH}-1${round}`, capacity: SEATS });
      const waiting = Array.from({ length: GUESTS }, (_, n) => address(round * GUESTS + n));
      let holdCount = 0;
      await Promise.all(
        connections.map(async (connection) => {
          for (let from = waiting.pop(); from !== undefined; from = waiting.pop())
            if ((await hold(connection, departure, from)) === 'ok') holdCount += 1;
        }),
      );
      if (holdCount !== SEATS) throw new Error(`${holdCount} held ${SEATS} seats`);
    }
    return all;
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
}

export async function guestFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  try {
    const [month, holds] = [await months(db), await crowd(db)];
    return [
      {
        what: `a guest’s month of ${DEPARTURES} departures: p95`,
        value: percentile(month, 0.95),
        unit: 'ms',
        budget: 15,
        note: `p50 ${percentile(month, 0.5).toFixed(1)} ms, with begin and commit`,
      },
      {
        what: `a hold, ${GUESTS} guests at once for ${SEATS} seats on ${CONNECTIONS} connections: p95`,
        value: percentile(holds, 0.95),
        unit: 'ms',
        budget: 500,
        note: `p50 ${percentile(holds, 0.5).toFixed(0)} ms, over ${ROUNDS} rounds`,
      },
    ];
  } finally {
    await db.close();
  }
}

/**
 * 200 concurrent guests for 50 seats on a real PostgreSQL: exactly 50 are booked, and the others get a helpful refusal.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database, Session } from '../support/database.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';

const [GUESTS, SEATS] = [200, 50];
// Each new connection first compiles the functions, which costs more than its guests.
const CONNECTIONS = process.env['SOAK'] ? 64 : 24;

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

test(`${GUESTS} guests, each clicking twice, book exactly ${SEATS} seats`, async () => {
  const departure = await makeDeparture(db, company, { localDate: '2036-03-01', capacity: SEATS });
  const guests = [{ price_category_id: company.priceCategoryId }];
  const statuses: string[] = [];
  const bookOne = async (connection: Session, number: number) => {
    const [token, request, from] = [makeToken(), randomUUID(), `198.51.100.${number}`];
    const held = await holdAsGuest(connection, { departure, guests, token, request, from });
    const repeated = await holdAsGuest(connection, { departure, guests, token, request, from });
    expect(repeated.status).toBe(held.status);
    if (held.status !== 'ok') return statuses.push(held.status);
    const details = { contact: { name: 'Anna', email: 'anna@holm.test' } };
    const booked = await callAsGuest(connection, 'confirm', { request: randomUUID(), token, details, from });
    return statuses.push(booked.booking.state);
  };
  const waiting = Array.from({ length: GUESTS }, (_, number) => number);
  await Promise.all(
    connections.map(async (connection) => {
      for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) await bookOne(connection, number);
    }),
  );
  const count = (status: string) => statuses.filter((each) => each === status).length;
  expect({ CONFIRMED: count('CONFIRMED'), sold_out: count('sold_out') }).toEqual({
    CONFIRMED: SEATS,
    sold_out: GUESTS - SEATS,
  });
  const [stored] = await db.query<{ bookings: number; seats: number }>(
    `select count(*)::int as bookings, private.seats_taken($1)::int as seats from public.bookings where departure_id = $1`,
    [departure],
  );
  expect(stored).toEqual({ bookings: SEATS, seats: SEATS });
});

test('a guest with concurrent requests for different parties holds one of them', async () => {
  const departure = await makeDeparture(db, company, { localDate: '2036-03-02', capacity: 20 });
  const token = makeToken();
  const results = await Promise.all(
    connections.slice(0, 8).map((connection, at) =>
      holdAsGuest(connection, {
        departure,
        guests: Array.from({ length: (at % 4) + 1 }, () => ({ price_category_id: company.priceCategoryId })),
        token,
      }),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'ok'));
  const { booking } = await callAsGuest(db, 'read_booking', { token });
  const [stored] = await db.query<{ seats: number }>(`select private.seats_taken($1)::int as seats`, [departure]);
  expect(stored!.seats).toBe(booking.guests.length);
});

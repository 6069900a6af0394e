/** A booking as its guest sees it on the day (ADR 034). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { callAsGuest, makeLinkedBooking } from '../support/guest-requests.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
});
afterAll(() => db?.close());
beforeEach(() => db.query(`delete from private.rate_limit_buckets`));

const makeViewedBooking = (departureId: string) => makeLinkedBooking(db, company, { departureId, guests: 2 });
const see = async (token: string) => (await callAsGuest(db, 'read_booking', { token })).booking;

test('shows a checked-in guest as here until that is undone', async () => {
  const departureId = await makeDeparture(db, company);
  const { token, bookingId, guests } = await makeViewedBooking(departureId);
  const device = makeDevice();
  const push = (action: unknown) =>
    db.rpc<{ outcomes: { status: string }[] }>(company.people.office, 'check_in_push', {
      device: device.header(),
      actions: [action],
    });
  const arrivedGuests = async () =>
    (await see(token)).guests.filter(({ is_checked_in }) => is_checked_in).map(({ id }) => id);
  expect(await arrivedGuests()).toEqual([]);
  const tap = device.action('check_in', {
    company,
    departureId,
    bookingId,
    guestId: guests[1]!.id,
    payload: { method: 'tap' },
  });
  await push(tap);
  expect(await arrivedGuests()).toEqual([guests[1]!.id]);
  await push(device.action('undo', { company, departureId, payload: { actions: [(tap as { id: string }).id] } }));
  expect(await arrivedGuests()).toEqual([]);
});

test('increases the calendar sequence with each change, also when moving back and forth', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const [departure, other] = [
    await makeDeparture(db, company, { localDate: inDays(5) }),
    await makeDeparture(db, company, { localDate: inDays(6) }),
  ];
  // A much edited departure has a high version; moving to a new one must still increase the sequence.
  await db.query(`update public.departures set version = 9 where id = $1`, [departure]);
  const { token } = await makeViewedBooking(departure);
  const seen = [(await see(token)).sequence];
  const { id, version, guests } = await see(token);
  const expectOk = async (result: { status: string }) => {
    expect(result.status).toBe('ok');
    seen.push((await see(token)).sequence);
  };
  const act = (name: string, change: object) => callAsGuest(db, name, { request: randomUUID(), token, change });
  await expectOk(await act('edit', { version, names: [{ guest_id: guests[0]!.id, name: 'Bo' }] }));
  await expectOk(await act('move', { departure_id: other }));
  await expectOk(await act('move', { departure_id: departure }));
  await db.query(
    `update public.departures set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour', version = version + 1 where id = $1`,
    [departure],
  );
  seen.push((await see(token)).sequence);
  await expectOk(await act('cancel', {}));
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
  expect((await see(token)).id).toBe(id);
});

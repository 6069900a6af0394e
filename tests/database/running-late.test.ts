/** Guests report that they are late: who may, when, how often, and how it reaches the guide's device. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeBooking, makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest, makeToken, type GuestBooking } from '../support/guest-requests.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
});
afterAll(() => db?.close());
beforeEach(() => db.query(`delete from private.rate_limit_buckets`));

async function makeBookingIn(inMinutes: number, more: { status?: 'CONFIRMED' | 'CANCELLED' } = {}) {
  const startsAt = new Date(Date.now() + inMinutes * 60_000);
  const departureId = await makeDeparture(db, company, { startsAt });
  const { bookingId } = await makeBooking(db, company, { departureId, ...more });
  const token = makeToken();
  await db.query(
    `update public.bookings set access_token_hash = encode(sha256(convert_to($2, 'UTF8')), 'hex') where id = $1`,
    [bookingId, token],
  );
  return { token, bookingId, departureId };
}
type RpcResult = {
  status: string;
  booking?: GuestBooking & { late_minutes: number | null; may: { be_late: boolean } };
};
const reportLate = (token: string, minutes: number | null, request: string = randomUUID()) =>
  callAsGuest<RpcResult>(db, 'report_delay', { request, token, minutes });
async function onTheList(bookingId: string, cursor: unknown = null) {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const result = await db.rpc<{ cursor: unknown; rows: { bookings: { id: string; late_minutes: number | null }[] } }>(
    company.people.office,
    'check_in_pull',
    { company: company.id, from_date: day(-1), to_date: day(2), cursor, page_size: 5000 },
  );
  return { cursor: result.cursor, minutes: result.rows.bookings.find(({ id }) => id === bookingId)?.late_minutes };
}

test('shows the delay on the guide’s list with the next pull, and removes it when withdrawn', async () => {
  const { token, bookingId } = await makeBookingIn(30);
  const before = await onTheList(bookingId);
  expect(before.minutes).toBeNull();
  expect(await reportLate(token, 20)).toMatchObject({
    status: 'ok',
    booking: { late_minutes: 20, may: { be_late: true } },
  });
  const late = await onTheList(bookingId, before.cursor);
  expect(late.minutes).toBe(20);
  expect((await reportLate(token, null)).booking?.late_minutes).toBeNull();
  expect((await onTheList(bookingId, late.cursor)).minutes).toBeNull();
});

test('a late repeat of an older report does not undo a newer one', async () => {
  const { token } = await makeBookingIn(30);
  const first = randomUUID();
  await reportLate(token, 10, first);
  await reportLate(token, 30);
  expect((await reportLate(token, 10, first)).booking?.late_minutes).toBe(30);
  expect(await reportLate(token, 20, first)).toEqual({ status: 'id_reused' });
});

test('accepts one of three steps, near the start until the end, for confirmed bookings only', async () => {
  expect(await reportLate((await makeBookingIn(200)).token, 10)).toEqual({ status: 'too_early' });
  expect((await reportLate((await makeBookingIn(170)).token, 10)).status).toBe('ok');
  expect((await reportLate((await makeBookingIn(-30)).token, 10)).status).toBe('ok');
  expect(await reportLate((await makeBookingIn(-600)).token, 10)).toEqual({ status: 'too_late' });
  expect(await reportLate((await makeBookingIn(30, { status: 'CANCELLED' })).token, 10)).toMatchObject({
    status: 'wrong_state',
  });
  for (const minutes of [0, 15, -10, 60])
    expect(await reportLate((await makeBookingIn(30)).token, minutes)).toEqual({ status: 'invalid' });
  expect(await reportLate(makeToken(), 10)).toEqual({ status: 'not_found' });
});

test('limits repeated reports', async () => {
  const { token } = await makeBookingIn(30);
  for (let time = 0; time < 10; time += 1)
    expect((await reportLate(token, time % 2 === 0 ? 10 : 20)).status).toBe('ok');
  expect(await reportLate(token, 30)).toMatchObject({ status: 'rate_limited' });
});

test('moving to another departure clears the delay', async () => {
  const { token, bookingId } = await makeBookingIn(30);
  await reportLate(token, 30);
  const other = await makeDeparture(db, company);
  await db.query(`update public.bookings set departure_id = $2 where id = $1`, [bookingId, other]);
  expect(await db.query(`select late_minutes from public.bookings where id = $1`, [bookingId])).toEqual([
    { late_minutes: null },
  ]);
});

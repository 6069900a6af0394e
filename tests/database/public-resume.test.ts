/**
 * A frame without storage that is loaded again takes over its hold with a token that the embedding page has kept. A
 * hostile page gets nothing else with it (ADR 034).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Stage } from '../support/booking-stage.ts';
import { makeDeparture } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { callAsGuest, holdAsGuest, makeToken, type GuestResult } from '../support/guest-requests.ts';
import { makePayingStage } from '../support/payments.ts';

const ADDRESS = '203.0.113.7';
const CONTACT = { name: 'Anna Holm', email: 'anna@holm.test' };
const NOT_FOUND = { status: 'not_found' };

let db: Database;
let stage: Stage;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makePayingStage(db);
});
afterAll(() => db?.close());
beforeEach(() => db.query(`delete from private.rate_limit_buckets`));

const call = (name: string, args: Record<string, unknown>) =>
  callAsGuest<GuestResult>(db, name, { from: ADDRESS, ...args });
const takeOver = (resume: string, token = makeToken()) => call('take_over_hold', { resume, token });
const see = (token: string) => call('read_booking', { token });
const confirm = (token: string) => call('confirm', { request: randomUUID(), token, details: { contact: CONTACT } });

async function hold() {
  const [token, resume] = [makeToken(), makeToken()];
  const departure = await makeDeparture(db, stage.company, { localDate: '2035-07-01', capacity: 10 });
  const guests = [{ price_category_id: stage.categories.ADULT }];
  const { booking } = await holdAsGuest(db, { departure, guests, token, from: ADDRESS, more: { resume } });
  return { token, resume, booking, departure };
}
const payOnArrival = () =>
  db.query(`update private.payment_settings set mode = 'on_arrival' where company_id = $1`, [stage.company.id]);
const payOnline = () =>
  db.query(`update private.payment_settings set mode = 'online' where company_id = $1`, [stage.company.id]);

test('moves a hold to the new token, with its limits, and ends the former token', async () => {
  const { token, resume, booking } = await hold();
  const next = makeToken();
  const response = await takeOver(resume, next);
  expect(response.booking).toMatchObject({
    id: booking.id,
    state: 'ON_HOLD',
    expires_at: booking.expires_at,
    contact: null,
  });
  expect(await see(token)).toEqual(NOT_FOUND);
  expect(await confirm(token)).toEqual(NOT_FOUND);
  // A repeat after a lost response, and another reload.
  expect((await takeOver(resume, next)).booking.id).toBe(booking.id);
  const last = makeToken();
  expect((await takeOver(resume, last)).booking.id).toBe(booking.id);
  expect(await see(next)).toEqual(NOT_FOUND);
  const limits = await db.query(
    `select 1 from private.guest_holds where token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
    [last],
  );
  expect(limits).toHaveLength(1);
});

test('gives no access to a booking that its guest has confirmed', async () => {
  await payOnArrival();
  const { token, resume } = await hold();
  expect((await confirm(token)).booking.state).toBe('CONFIRMED');
  expect(await takeOver(resume)).toEqual(NOT_FOUND);
  expect((await see(token)).booking.contact).toMatchObject(CONTACT);
  await payOnline();
});

test('leaves the page that took a hold without access when its guest takes it back', async () => {
  const { resume, booking } = await hold();
  const [host, guest] = [makeToken(), makeToken()];
  await takeOver(resume, host);
  await takeOver(resume, guest);
  expect((await confirm(guest)).booking).toMatchObject({ id: booking.id, contact: CONTACT });
  expect(await see(host)).toEqual(NOT_FOUND);
  expect(await takeOver(resume, host)).toEqual(NOT_FOUND);
});

test.each<[string, (held: Awaited<ReturnType<typeof hold>>) => Promise<unknown>]>([
  ['with contact details, waiting for payment', ({ token }) => confirm(token)],
  [
    'with a gift voucher',
    async ({ token }) => {
      await db.query(
        `insert into private.codes (company_id, code, kind, amount, currency) values ($1, 'FOR-ANNA-1', 'gift', 5000, 'DKK')`,
        [stage.company.id],
      );
      return call('redeem', { request: randomUUID(), token, code: 'FOR-ANNA-1' });
    },
  ],
  [
    'that has expired',
    ({ booking }) =>
      db.query(`update public.bookings set expires_at = now() - interval '1 second' where id = $1`, [booking.id]),
  ],
  [
    'of an inactive company',
    () => db.query('update public.companies set is_active = false where id = $1', [stage.company.id]),
  ],
])('does not take over a hold %s', async (_, change) => {
  const held = await hold();
  await change(held);
  expect(await takeOver(held.resume)).toEqual(NOT_FOUND);
  await db.query('update public.companies set is_active = true where id = $1', [stage.company.id]);
});

test.each([
  ['a wrong resume token', makeToken(), makeToken(), 'not_found'],
  ['no resume token', null, makeToken(), 'invalid'],
  ['a token that is too short', makeToken(), 'short', 'invalid'],
  ['a token a thousand times too long', makeToken(), makeToken().repeat(1000), 'invalid'],
  ['a resume token a thousand times too long', makeToken().repeat(1000), makeToken(), 'not_found'],
])('refuses %s', async (_, resume, token, status) => {
  await hold();
  expect(await call('take_over_hold', { resume, token })).toEqual({ status });
});

test('a hold without a valid resume token cannot be taken over', async () => {
  const token = makeToken();
  const departure = await makeDeparture(db, stage.company, { localDate: '2035-07-02' });
  const guests = [{ price_category_id: stage.categories.ADULT }];
  await holdAsGuest(db, { departure, guests, token, from: ADDRESS, more: { resume: 'short' } });
  expect(await takeOver('short')).toEqual(NOT_FOUND);
});

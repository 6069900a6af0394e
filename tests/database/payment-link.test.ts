/** The payment link that a guide shows at the meeting point: who can make one and what it allows. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Stage } from '../support/booking-stage.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeCompany, makePerson } from '../support/database-fixtures.ts';
import { callAsGuest } from '../support/guest-requests.ts';
import * as paying from '../support/payments.ts';

type RpcResult = { status: string; token: string; state?: string };

let db: Database;
let stage: Stage;
beforeAll(async () => {
  db = await openPostgres();
  stage = await paying.makePayingStage(db);
});
afterAll(() => db?.close());
beforeEach(() => db.query(`delete from private.rate_limit_buckets`));

/** Makes an unpaid booking of today with the company's guide. */
async function makeUnpaidBooking() {
  const waiting = await paying.makeWaiting(db, stage);
  await db.query(`update public.departures set local_date = current_date where id = $1`, [waiting.departure]);
  await db.query(`insert into public.departure_guides (departure_id, user_id) values ($1, $2) on conflict do nothing`, [
    waiting.departure,
    stage.company.people.guide,
  ]);
  return waiting;
}
const link = (person: string, booking: string) => db.rpc<RpcResult>(person, 'read_payment_link', { booking });
const payment = (token: string) =>
  callAsGuest<{ status: string; booking: { may: object }; payment: object }>(db, 'read_payment', { token });

test('allows paying and viewing the booking, and nothing else', async () => {
  const { id } = await makeUnpaidBooking();
  const { status, token } = await link(stage.company.people.guide, id);
  expect(status).toBe('ok');
  expect(await payment(token)).toMatchObject({
    status: 'ok',
    payment: { may_pay: true },
    booking: { may: { cancel: false, move: false, pay: false } },
  });
  expect(await callAsGuest(db, 'read_booking', { token })).toMatchObject({
    status: 'ok',
    booking: { may: { cancel: false } },
  });
  expect(await callAsGuest(db, 'cancel', { request: randomUUID(), token, change: {} })).toEqual({
    status: 'not_found',
  });
  const begun = await paying.begin(token, paying.portsOf(db));
  expect(begun.checkout).toMatchObject({ amount: 10_000 });
  expect(await paying.deliverConcurrently(stage.company.id, paying.paidBy(begun.checkout!), paying.portsOf(db))).toBe(
    200,
  );
  expect(await payment(token)).toMatchObject({ booking: { state: 'CONFIRMED' }, payment: { may_pay: false } });
  expect(await link(stage.company.people.guide, id)).toEqual({ status: 'nothing_to_pay', state: 'CONFIRMED' });
});

test('expires after half an hour', async () => {
  const { id } = await makeUnpaidBooking();
  const { token } = await link(stage.company.people.guide, id);
  const lifetime = `select round(extract(epoch from expires_at - now()) / 60)::int as minutes from private.guest_links where booking_id = $1`;
  expect(await db.query(lifetime, [id])).toEqual([{ minutes: 30 }]);
  await db.query(`update private.guest_links set expires_at = now() - interval '1 second' where booking_id = $1`, [id]);
  expect(await payment(token)).toEqual({ status: 'not_found' });
  expect((await paying.begin(token, paying.portsOf(db))).status).toBe('not_found');
});

test('is made by people who may check in guests on that day; others get not_found', async () => {
  const { id, departure } = await makeUnpaidBooking();
  const elsewhere = await makeCompany(db);
  const { accountant } = stage.company.people;
  for (const person of [elsewhere.people.guide, elsewhere.people.owner, accountant, await makePerson(db)])
    expect(await link(person, id)).toEqual({ status: 'not_found' });
  expect(await link(stage.company.people.guide, randomUUID())).toEqual({ status: 'not_found' });
  await db.query(`update public.departures set local_date = current_date + 20 where id = $1`, [departure]);
  expect(await link(stage.company.people.guide, id)).toEqual({ status: 'not_found' });
});

test('is not made where guests pay on arrival; devices fetch the change', async () => {
  const { id } = await makeUnpaidBooking();
  const mode = async (to: string) => {
    await db.query(`update private.payment_settings set mode = $2::private.payment_mode where company_id = $1`, [
      stage.company.id,
      to,
    ]);
    const [row] = await db.query<{ changed: string; online: boolean }>(
      `select changed_xid::text as changed, private.pays_online(id) as online from public.companies where id = $1`,
      [stage.company.id],
    );
    return row!;
  };
  const before = await mode('online');
  const after = await mode('on_arrival');
  expect(after).toMatchObject({ online: false });
  expect(after.changed).not.toBe(before.changed);
  expect(await link(stage.company.people.guide, id)).toMatchObject({ status: 'nothing_to_pay' });
  await mode('online');
});

test('is rate limited', async () => {
  const { id } = await makeUnpaidBooking();
  const results = new Set<string>();
  for (let attempt = 0; attempt < 32; attempt += 1) results.add((await link(stage.company.people.guide, id)).status);
  expect([...results]).toEqual(['ok', 'rate_limited']);
});

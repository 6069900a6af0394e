/** Results of check_in_look_up by code and person. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { makeBooking, makeCompany, makeDeparture, makePerson } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Company } from '../support/database-fixtures.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
});
afterAll(() => db?.close());

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const DAY = dayAfter(0);
const office = () => company.people.office;

test('finds bookings of the company by ticket, reference, link and voucher, with their details', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  const guide = await makePerson(db, { company: company.id, role: 'guide' });
  const party = await makeBooking(db, company, { departureId, voucherNumber: 'V-9' });
  await db.query(`update public.bookings set access_token_hash = encode(sha256('secret-token'), 'hex') where id = $1`, [
    party.bookingId,
  ]);
  const device = makeDevice();
  await db.rpc(office(), 'check_in_push', {
    device: device.header(),
    actions: [
      device.action('check_in', {
        company,
        departureId,
        bookingId: party.bookingId,
        guestId: party.guests[0]!.id,
        payload: { method: 'tap' },
      }),
      device.action('payment', {
        company,
        departureId,
        bookingId: party.bookingId,
        payload: { amount: 5000, currency: 'DKK', method: 'cash' },
      }),
    ],
  });
  const find = (person: string, kind: string, value: string, at = company.id) =>
    db.rpc<{ status: string; match: Record<string, unknown> | null }>(person, 'check_in_look_up', {
      company: at,
      departure: null,
      code: { kind, value },
    });
  const ticket = party.guests[0]!.ticketCode;
  const found = await find(
    guide,
    'ticket',
    `${ticket.slice(0, 4)} ${ticket.slice(4, 8)}-${ticket.slice(8).toLowerCase()}`,
  );
  expect(found.match).toEqual({
    departure_id: departureId,
    tour_id: company.tourId,
    tour_title: { en: 'Harbour walk' },
    starts_at: `${DAY}T10:00:00.000Z`,
    local_date: DAY,
    meeting_point: { en: 'The fountain' },
    guides: ['guide'],
    booking_id: party.bookingId,
    booking_status: 'CONFIRMED',
    reference: party.reference,
    contact_name: 'Søren Müller',
    total_amount: 5000,
    paid_amount: 0,
    collected: 5000,
    currency: 'DKK',
    expires_at: null,
    guest_id: party.guests[0]!.id,
    guest_name: 'Søren Müller',
    status: 'checked_in',
    checked_in_at: expect.stringMatching(/Z$/),
    checked_in_by: 'office',
    checked_in_device: 'Tablet',
    departed: false,
  });
  for (const [kind, value] of [
    ['reference', party.reference.toLowerCase()],
    ['link', 'secret-token'],
    ['voucher', 'V-9'],
  ] as const)
    expect((await find(guide, kind, value)).match).toMatchObject({
      booking_id: party.bookingId,
      guest_id: null,
      status: null,
    });
  expect(await find(guide, 'ticket', '222222222222')).toMatchObject({ status: 'ok', match: null });
  expect(await find(guide, 'palm', 'x')).toEqual({ status: 'invalid' });
  const other = await makeCompany(db);
  expect(await find(other.people.owner, 'ticket', ticket, other.id)).toMatchObject({ status: 'ok', match: null });
  expect(await find(other.people.owner, 'ticket', ticket)).toEqual({ status: 'not_permitted' });
});

test('finds a partner’s number of any shape, however it is written', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  await makeBooking(db, company, { departureId, voucherNumber: '482739' });
  await makeBooking(db, company, { departureId, voucherNumber: '234567892345' });
  await makeBooking(db, company, { departureId, voucherNumber: 'GYG-Ab0' });
  const lookUp = async (kind: string, value: string) =>
    (
      await db.rpc<{ match: unknown }>(office(), 'check_in_look_up', {
        company: company.id,
        departure: null,
        code: { kind, value },
      })
    ).match !== null;
  expect(await lookUp('reference', '482739')).toBe(true);
  expect(await lookUp('ticket', '234567892345')).toBe(true);
  expect(await lookUp('voucher', ' gyg-ab0')).toBe(true);
  expect(await lookUp('link', 'GYG-Ab0')).toBe(false);
});

const lookUpAs = (person: string, kind: string, value: string, at = company) =>
  db.rpc<{ status: string; match?: Record<string, unknown> | null; retry_after?: number }>(person, 'check_in_look_up', {
    company: at.id,
    departure: null,
    code: { kind, value },
  });

test('searches only the days that a device may hold', async () => {
  const at = await makeCompany(db);
  const foundOnDay = async (days: number) => {
    const departureId = await makeDeparture(db, at, { localDate: dayAfter(days) });
    const party = await makeBooking(db, at, { departureId, voucherNumber: `FAR${days}` });
    await db.query(
      `update public.bookings set access_token_hash = encode(sha256(convert_to($2, 'UTF8')), 'hex') where id = $1`,
      [party.bookingId, `token${days}`],
    );
    const codes = [
      ['ticket', party.guests[0]!.ticketCode],
      ['reference', party.reference],
      ['voucher', `FAR${days}`],
      ['link', `token${days}`],
    ] as const;
    return Promise.all(
      codes.map(async ([kind, value]) => (await lookUpAs(at.people.owner, kind, value, at)).match !== null),
    );
  };
  for (const days of [-2, 0, 2]) expect(await foundOnDay(days)).toEqual([true, true, true, true]);
  for (const days of [-400, -5, 9, 300]) expect(await foundOnDay(days)).toEqual([false, false, false, false]);
});

test('a valid ticket of a distant day returns the day and tour, and no guest data', async () => {
  const at = await makeCompany(db);
  const departureId = await makeDeparture(db, at, { localDate: dayAfter(40) });
  const { bookingId, guests } = await makeBooking(db, at, { departureId });
  const lookUp = async () =>
    (await lookUpAs(at.people.guide, 'ticket', guests[0]!.ticketCode, at)) as Record<string, unknown>;
  const result = await lookUp();
  expect(result['match']).toBeNull();
  expect(Object.keys(result['other_day'] as object).sort()).toEqual([
    'departure_id',
    'local_date',
    'meeting_point',
    'starts_at',
    'tour_title',
  ]);
  expect(result['other_day']).toMatchObject({ departure_id: departureId, local_date: dayAfter(40) });
  // A cancelled ticket names no day, so that nobody comes again in vain.
  await db.query(`update public.bookings set status = 'CANCELLED' where id = $1`, [bookingId]);
  expect(await lookUp()).toMatchObject({ match: null, other_day: null });
});

test('limits guesses, says when to retry, and logs misses once an hour', async () => {
  const at = await makeCompany(db);
  const guide = at.people.guide;
  for (let n = 0; n < 60; n += 1)
    expect(await lookUpAs(guide, 'reference', `NO${n}`, at)).toMatchObject({ status: 'ok', match: null });
  let result = await lookUpAs(guide, 'reference', 'NOTHIS', at);
  for (let n = 0; result.status === 'ok' && n < 30; n += 1) result = await lookUpAs(guide, 'reference', 'NOTHIS', at);
  expect(result).toEqual({ status: 'rate_limited', retry_after: expect.any(Number) });
  expect(result.retry_after).toBeGreaterThan(0);
  expect((await lookUpAs(at.people.office, 'reference', 'NOTHIS', at)).status).toBe('ok');
  await db.query(
    `update private.rate_limit_buckets set counted_at = counted_at - interval '10 seconds' where key = 'look_up:' || $1`,
    [guide],
  );
  expect((await lookUpAs(guide, 'reference', 'NOTHIS', at)).status).toBe('ok');
  const rows = await db.query<{ misses: number }>(
    `select sum((after ->> 'misses')::int)::int as misses, count(*)::int as rows from public.audit_events where user_id = $1 and company_id = $2 and action = 'look_up_misses'`,
    [guide, at.id],
  );
  expect(rows[0]!.misses).toBeGreaterThan(60);
  expect((rows[0] as unknown as { rows: number }).rows).toBeLessThanOrEqual(2);
  expect(
    await db.as(at.people.owner, (query) => query(`select from public.audit_events where action = 'look_up_misses'`)),
  ).not.toEqual([]);
});

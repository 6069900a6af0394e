/** Cost of pushing check-ins compared with a plain insert of the same rows; `npm run bench` measures the time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeBooking, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { pagesTouched } from '../support/pages-touched.ts';
import type { Party } from '../support/database-fixtures.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

const PLAIN = `
  insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence,
    schema_version, user_id, occurred_at, device_time, body_hash)
  select a.id, a.company_id, a.departure_id, a.booking_id, a.guest_id, a.kind, a.payload, a.device_id, a.device_sequence,
    a.schema_version, $2::uuid, a.occurred_at, a.device_time, sha256(convert_to(a.payload::text, 'UTF8'))
  from jsonb_to_recordset($1::jsonb) as a (id uuid, company_id uuid, departure_id uuid, booking_id uuid, guest_id uuid, kind public.action_kind,
    payload jsonb, device_id uuid, device_sequence bigint, schema_version int, occurred_at timestamptz, device_time timestamptz)`;

test('pushing 200 actions touches at most six times the pages of inserting them', async () => {
  const company = await makeCompany(db);
  const guide = company.people.guide;
  const departureId = await makeDeparture(db, company, { capacity: 500 });
  const parties: Party[] = [];
  for (let n = 0; n < 40; n += 1) parties.push(await makeBooking(db, company, { departureId, guests: 12 }));
  const device = makeDevice();
  const actions = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const party = parties[n % 40]!;
      return device.action('check_in', {
        company,
        departureId,
        bookingId: party.bookingId,
        guestId: party.guests[n % 12]!.id,
        payload: { method: 'tap' },
      });
    });
  const push = (count: number) =>
    db.as(guide, (query) =>
      pagesTouched(query, 'select public.check_in_push($1, $2)', [
        JSON.stringify(device.header()),
        JSON.stringify(actions(count)),
      ]),
    );
  const insert = (count: number) => pagesTouched(db.query, PLAIN, [JSON.stringify(actions(count)), guide]);
  // The first of each kind also reads the catalogue.
  await push(1);
  await insert(1);
  const [pushed, plain] = [await push(200), await insert(200)];
  const [stored] = await db.query<{ count: number }>(
    `select count(*)::int as count from public.check_in_actions where departure_id = $1`,
    [departureId],
  );
  expect(stored!.count).toBe(402);
  console.log(`push ${pushed} pages, plain insert ${plain} pages, ratio ${(pushed / plain).toFixed(2)}`);
  expect(pushed / plain).toBeLessThan(6);
});

test('plain check-ins take the fast path without checks of single fields', async () => {
  const company = await makeCompany(db);
  const departureId = await makeDeparture(db, company);
  const party = await makeBooking(db, company, { departureId, guests: 5 });
  const device = makeDevice();
  const looks = async () => {
    const [row] = await db.query<{ calls: number }>(
      `select coalesce(sum(calls), 0)::int as calls from pg_stat_user_functions where schemaname = 'private' and funcname = 'action_problem'`,
    );
    return row!.calls;
  };
  const push = async (actions: unknown[]) => {
    const { outcomes } = await db.rpc<{ outcomes: { status: string }[] }>(company.people.guide, 'check_in_push', {
      device: device.header(),
      actions,
    });
    await db.query(`select pg_stat_force_next_flush()`);
    return outcomes.map(({ status }) => status);
  };
  const of = { company, departureId, bookingId: party.bookingId };
  const methods = ['tap', 'scan', 'code', 'party', 'walk_in'] as const;
  await db.exec(`set track_functions = 'pl'`);
  try {
    const before = await looks();
    const checkIns = methods.map((method, n) =>
      device.action('check_in', { ...of, guestId: party.guests[n]!.id, payload: { method } }),
    );
    expect(await push(checkIns)).toEqual(methods.map(() => 'applied'));
    expect(await looks()).toBe(before);
    expect(await push([device.action('note', { ...of, payload: { text: 'Wheelchair' } })])).toEqual(['applied']);
    expect(await looks()).toBe(before + 1);
  } finally {
    await db.exec(`reset track_functions`);
  }
});

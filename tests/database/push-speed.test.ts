/** 1,000 queued actions on a real PostgreSQL: at most two and a half times a plain batched insert of the same rows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { become } from '../support/database.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeBooking, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Party } from '../support/database-fixtures.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

/** A round's batches, each at its best over all rounds: what else the machine does in the meantime shall not decide. */
const best = (rounds: number[][]) =>
  rounds[0]!.map((_, batch) => Math.min(...rounds.map((round) => round[batch]!))).reduce((sum, time) => sum + time, 0);
const PLAIN = `
  insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence,
    schema_version, user_id, occurred_at, device_time, body_hash)
  select a.id, a.company_id, a.departure_id, a.booking_id, a.guest_id, a.kind, a.payload, a.device_id, a.device_sequence,
    a.schema_version, $2::uuid, a.occurred_at, a.device_time, sha256(convert_to(a.payload::text, 'UTF8'))
  from jsonb_to_recordset($1::jsonb) as a (id uuid, company_id uuid, departure_id uuid, booking_id uuid, guest_id uuid, kind public.action_kind,
    payload jsonb, device_id uuid, device_sequence bigint, schema_version int, occurred_at timestamptz, device_time timestamptz)`;

test('pushing 1,000 actions costs at most 2.5 times inserting them', async () => {
  const company = await makeCompany(db);
  const guide = company.people.guide;
  // The first round warms up both ways and is not counted.
  const plain: number[][] = [];
  const pushed: number[][] = [];
  for (let round = 0; round < 9; round += 1) {
    const departureId = await makeDeparture(db, company, { capacity: 500 });
    const parties: Party[] = [];
    for (let n = 0; n < 40; n += 1) parties.push(await makeBooking(db, company, { departureId, guests: 12 }));
    const device = makeDevice();
    const actions = () =>
      Array.from({ length: 1000 }, (_, n) => {
        const party = parties[n % 40]!;
        return device.action('check_in', {
          company,
          departureId,
          bookingId: party.bookingId,
          guestId: party.guests[n % 12]!.id,
          payload: { method: 'tap' },
        });
      });
    const timed = async (all: ReturnType<typeof actions>, one: (batch: typeof all) => Promise<void>) => {
      const batches = [0, 1, 2, 3, 4].map((n) => all.slice(n * 200, n * 200 + 200));
      const times: number[] = [];
      for (const batch of batches) {
        const start = performance.now();
        await one(batch);
        times.push(performance.now() - start);
      }
      return times;
    };
    await db.rpc(guide, 'check_in_push', { device: device.header(), actions: actions().slice(0, 1) });
    const viaPush = await timed(actions(), async (batch) => {
      const answer = await db.rpc<{ outcomes: { status: string }[] }>(guide, 'check_in_push', {
        device: device.header(),
        actions: batch,
      });
      expect(answer.outcomes.every(({ status }) => status === 'applied')).toBe(true);
    });
    const viaInsert = await timed(actions(), async (batch) => {
      await db.query('begin');
      await become(db.query, 'service_role');
      await db.query(`reset role`);
      await db.query(PLAIN, [JSON.stringify(batch), guide]);
      await db.query('commit');
    });
    if (round > 0) {
      plain.push(viaInsert);
      pushed.push(viaPush);
    }
  }
  const ratio = best(pushed) / best(plain);
  console.log(
    `push ${best(pushed).toFixed(0)} ms, plain insert ${best(plain).toFixed(0)} ms, ratio ${ratio.toFixed(2)} (at most 2.5)`,
  );
  expect(ratio).toBeLessThan(2.5);
});

test('of plain check-ins no field is looked at by itself, however they were made', async () => {
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

/** Cost grows linearly: no long text or list can stop the server. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeBooking, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Company } from '../support/database-fixtures.ts';

let db: Database;
let company: Company;
let pid: number;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
  pid = (await db.query<{ pid: number }>(`select pg_backend_pid() as pid`))[0]!.pid;
});
afterAll(() => db?.close());

const DAY = new Date().toISOString().slice(0, 10);
const ids = (count: number) => Array.from({ length: count }, () => randomUUID());

/**
 * The database process's time in user mode so far, in milliseconds. Wall-clock time would include other processes, and
 * the kernel's time depends on how it provides memory for large values.
 */
function userTimeMs(): number {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const ticks = Number(fields!.split(' ')[11]);
  return ticks * (1000 / TICKS_PER_SECOND);
}
/** USER_HZ, which is the same on all architectures that Node.js supports. */
const TICKS_PER_SECOND = 100;
beforeEach(({ skip }) => skip(!existsSync('/proc/self/stat'), 'Only Linux tells what a process has computed.'));

/** Long enough for the coarse ticks of the kernel, in milliseconds. */
const MIN_MEASURED_MS = 150;

/** Returns milliseconds of user time of one run, from as many runs as are needed to measure it. */
async function userTimeOf(run: () => Promise<unknown>): Promise<number> {
  const start = userTimeMs();
  let runs = 0;
  while (userTimeMs() - start < MIN_MEASURED_MS) {
    await run();
    runs += 1;
  }
  return (userTimeMs() - start) / runs;
}

/** Ten, plus cache misses of large values (22 was seen). */
const MAX_GROWTH = 40;

/**
 * Returns by which factor user time grows for ten times the input. Measures up to three times if the factor seems too
 * high: quadratic growth gives a hundred each time.
 */
async function growth(what: string, few: () => Promise<unknown>, many: () => Promise<unknown>): Promise<number> {
  await few();
  let min = Infinity;
  for (let tries = 0; tries < 3 && min >= MAX_GROWTH; tries += 1) {
    const [small, large] = [await userTimeOf(few), await userTimeOf(many)];
    console.log(
      `${what}: ${small.toFixed(1)} ms, ten times as much ${large.toFixed(1)} ms, ${(large / small).toFixed(1)}x`,
    );
    min = Math.min(min, large / small);
  }
  return min;
}

const pushText = (person: string, actions: string) => {
  const header = JSON.stringify(makeDevice().header());
  return db.as(person, (query) => query(`select public.check_in_push($1, $2)`, [header, actions]));
};

test.each([
  ['lone surrogates', '\\ud83d'],
  ['whole pairs beside a lone surrogate', '\\ud83d\\udc4b\\ud83d'],
  ['escaped backslashes', '\\\\u0000'],
  ['NULs', '\\u0000'],
])('a push of %s grows linearly', async (what, unit) => {
  const text = (bytes: number) => `["${unit.repeat(Math.floor(bytes / unit.length))}\\ud83d"]`;
  const push = (bytes: number) => () => pushText(company.people.guide, text(bytes));
  expect(await growth(what, push(12_000), push(120_000))).toBeLessThan(MAX_GROWTH);
});

test('input beyond the limits costs no more than measuring it', async () => {
  const push = (count: number) => () => pushText(company.people.guide, `["${'\\ud83d'.repeat(count)}"]`);
  expect(await growth('a push beyond the limits', push(130_000), push(1_300_000))).toBeLessThan(MAX_GROWTH);
});

test.each(['count', 'undo'] as const)('a push of long payloads grows linearly: %s', async (kind) => {
  const device = makeDevice();
  // A push folds all actions of its departure, also those of the pushes before.
  const departures = await Promise.all(Array.from({ length: 100 }, () => makeDeparture(db, company)));
  let pushes = 0;
  const push = (length: number) => () => {
    pushes += 1;
    const departureId = departures[pushes % departures.length]!;
    return db.rpc(company.people.guide, 'check_in_push', {
      device: device.header(),
      actions: Array.from({ length: 10 }, () =>
        kind === 'count'
          ? device.action('count', { company, departureId, payload: { present: 1, missing: ids(length), stop: null } })
          : device.action('undo', { company, departureId, payload: { actions: ids(length) } }),
      ),
    });
  };
  expect(await growth(`push of ${kind}`, push(100), push(1000))).toBeLessThan(MAX_GROWTH);
});

async function departureWith(
  actions: number,
  length: number,
): Promise<{ owner: string; at: Company; departureId: string }> {
  const at = await makeCompany(db);
  const departureId = await makeDeparture(db, at);
  const { bookingId, guests } = await makeBooking(db, at, { departureId, guests: 10 });
  const device = makeDevice();
  await db.query(`insert into public.devices (id, user_id, label, app_version) values ($1, $2, '', '')`, [
    device.id,
    at.people.owner,
  ]);
  // Inserted directly, because a push would refuse lists of this length.
  await db.query(
    `insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence,
       schema_version, user_id, occurred_at, device_time, body_hash)
     select gen_random_uuid(), $1, $2, case when n % 4 = 0 then $3::uuid end, case when n % 4 = 0 then $4::uuid end,
       case n % 4 when 0 then 'check_in' when 1 then 'count' when 2 then 'undo' else 'count' end::public.action_kind,
       case n % 4 when 0 then '{"method": "tap"}' when 2 then jsonb_build_object('actions', lists.ids)
         else jsonb_build_object('present', 1, 'missing', lists.ids, 'stop', null) end,
       $5, n, 1, $6, now(), now(), ''
     from generate_series(1, $7::int) as n
     cross join lateral (select to_jsonb(array(select gen_random_uuid() from generate_series(1, $8::int) where n > 0)) as ids) as lists`,
    [at.id, departureId, bookingId, guests[0]!.id, device.id, at.people.owner, actions, length],
  );
  return { owner: at.people.owner, at, departureId };
}

const pullOf =
  ({ owner, at }: { owner: string; at: Company }) =>
  () =>
    db.as(owner, (query) => query(`select length(public.check_in_pull($1, $2, $2, null, 5000)::text)`, [at.id, DAY]));
const foldOf =
  ({ departureId }: { departureId: string }) =>
  () =>
    db.query(`select length(private.departure_roll_call($1)::text)`, [departureId]);

test('a pull and a fold grow linearly with the length of lists', async () => {
  const [short, long] = [await departureWith(40, 400), await departureWith(40, 4000)];
  expect(await growth('pull by length', pullOf(short), pullOf(long))).toBeLessThan(MAX_GROWTH);
  expect(await growth('fold by length', foldOf(short), foldOf(long))).toBeLessThan(MAX_GROWTH);
});

test('a pull and a fold grow linearly with the number of actions', async () => {
  const [few, many] = [await departureWith(100, 50), await departureWith(1000, 50)];
  expect(await growth('pull by number', pullOf(few), pullOf(many))).toBeLessThan(MAX_GROWTH);
  expect(await growth('fold by number', foldOf(few), foldOf(many))).toBeLessThan(MAX_GROWTH);
});

/** Makes a departure with undone walk-ins and departs. */
async function departureOfUndone(count: number): Promise<string> {
  const at = await makeCompany(db);
  const departureId = await makeDeparture(db, at);
  const device = makeDevice();
  await db.query(`insert into public.devices (id, user_id, label, app_version) values ($1, $2, '', '')`, [
    device.id,
    at.people.owner,
  ]);
  await db.query(
    `insert into public.check_in_actions (id, company_id, departure_id, booking_id, kind, payload, device_id, device_sequence,
       schema_version, user_id, occurred_at, device_time, body_hash)
     select act.id, $1, $2, act.booking_id, act.kind, act.payload, $3, n, 1, $4, now(), now(), ''
     from generate_series(1, $5::int) as n
     cross join lateral (select gen_random_uuid() as walk_in, gen_random_uuid() as depart where n > 0) as made
     cross join lateral (values
       (made.walk_in, gen_random_uuid(), 'walk_in'::public.action_kind, '{"guests": []}'::jsonb),
       (made.depart, null, 'depart', '{"head_count": 1}'),
       (gen_random_uuid(), null, 'undo', jsonb_build_object('actions', jsonb_build_array(made.walk_in, made.depart)))
     ) as act (id, booking_id, kind, payload)`,
    [at.id, departureId, device.id, at.people.owner, count],
  );
  return departureId;
}

test.each(['cancel_undone_walk_ins', 'update_departed_status'])(
  'effects of a push grow linearly with undone actions: %s',
  async (name) => {
    const [few, many] = [await departureOfUndone(200), await departureOfUndone(2000)];
    const follow = (departureId: string) => () => db.query(`select private.${name}($1)`, [[departureId]]);
    expect(await growth(name, follow(few), follow(many))).toBeLessThan(MAX_GROWTH);
  },
);

/** Makes a company with departures of one tour, each with a guide, a held booking and a guest. */
async function companyOf(departures: number): Promise<Company> {
  const at = await makeCompany(db);
  await db.exec(`
    insert into public.departures (company_id, tour_id, starts_at, ends_at, local_date, capacity)
      select '${at.id}', '${at.tourId}', now(), now() + interval '1 hour', current_date, 20 from generate_series(1, ${departures});
    insert into public.departure_guides (departure_id, user_id) select id, '${at.people.guide}' from public.departures where company_id = '${at.id}';
    insert into public.bookings (company_id, departure_id, reference, status, source, contact_name, currency, expires_at)
      select company_id, id, translate(to_char(row_number() over (), 'FM000000'), '01', 'AB'), 'ON_HOLD', 'website', 'Ana', 'DKK', now()
      from public.departures where company_id = '${at.id}';
    insert into public.guests (company_id, departure_id, booking_id, category_type, ticket_code)
      select company_id, departure_id, id, 'ADULT', private.random_code(12) from public.bookings where company_id = '${at.id}';
    analyze public.departures, public.departure_guides, public.bookings, public.guests`);
  return at;
}

const PLAIN =
  'delete from public.guests where company_id = COMPANY; delete from public.bookings where company_id = COMPANY;';
describe('a change of many rows and its change events grow linearly:', () => {
  let few: Company;
  let many: Company;
  beforeAll(async () => {
    [few, many] = [await companyOf(100), await companyOf(1000)];
  });

  test.each([
    ['holds that expire', `update public.bookings set status = 'EXPIRED' where company_id = COMPANY`],
    [
      'holds that expire one by one',
      `do $do$ declare one uuid; begin for one in select id from public.bookings where company_id = COMPANY loop
       update public.bookings set status = 'EXPIRED' where id = one; end loop; end $do$`,
    ],
    [
      'bookings that move',
      `with next as (select id, lead(id) over (order by id) as after from public.departures where company_id = COMPANY)
       update public.bookings set departure_id = next.after from next where next.id = departure_id and next.after is not null`,
    ],
    ['departures that are closed', `update public.departures set is_closed = true where company_id = COMPANY`],
    [
      'departures put on another day',
      `update public.departures set local_date = current_date + 90 where company_id = COMPANY`,
    ],
    [
      'departures given another tour',
      `insert into public.tours (id, company_id, slug, duration_minutes, capacity, status)
       values (md5(COMPANY::text)::uuid, COMPANY, 'other', 90, 20, 'live'); update public.departures set tour_id = md5(COMPANY::text)::uuid where company_id = COMPANY`,
    ],
    [
      'guides who accept',
      `update public.departure_guides set status = 'accepted' where departure_id in (select id from public.departures where company_id = COMPANY)`,
    ],
    ['departures that are deleted', `${PLAIN} delete from public.departures where company_id = COMPANY`],
    ['a tour that is deleted', `${PLAIN} delete from public.tours where company_id = COMPANY`],
  ])('%s', async (what, sql) => {
    // Deferred triggers run now, and everything is rolled back for the next run.
    const change =
      ({ id }: Company) =>
      () =>
        db.exec(`begin; ${sql.replaceAll('COMPANY', `'${id}'`)}; set constraints all immediate; rollback`);
    expect(await growth(what, change(few), change(many))).toBeLessThan(MAX_GROWTH);
  });
});

/** Retention: the documented periods, and that only older rows are deleted. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readChapters } from '../../supabase/chapters.ts';
import type { Database } from '../support/database.ts';
import { makeCompany, makeOrganisation, type Company } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
});
afterAll(() => db?.close());
beforeEach(() => db.query('update private.job_worker set tidied_at = null where is_singleton'));

const tidy = async (max = 500) => (await db.query<{ n: number }>('select private.tidy_old_rows($1) as n', [max]))[0]!.n;

test('docs/retention.md lists the periods of the database', async () => {
  const rules = await db.query<{ rule: string; period: string }>(
    `select rule, period::text as period from private.retention() order by rule`,
  );
  const documented = [...readFileSync('docs/retention.md', 'utf8').matchAll(/^\| `([\w.]+)` \| ([^|]+) \|/gm)].map(
    ([, rule, period]) => ({ rule, period: period! }),
  );
  const asIntervals = await db.query<{ rule: string; period: string }>(
    `select d ->> 'rule' as rule, (d ->> 'period')::interval::text as period from jsonb_array_elements($1::jsonb) as d order by 1`,
    [JSON.stringify(documented)],
  );
  expect(asIntervals).toEqual(rules);
  expect(rules.length).toBeGreaterThan(15);
});

test('every deletion by age takes its period from the table', () => {
  const wrong = readChapters().flatMap(({ name, sql }) =>
    [...sql.matchAll(/\bdelete from\b[^;]*?- interval '[^']+'/gi)].map(([text]) => `${name}: ${text.slice(0, 120)}`),
  );
  expect(wrong).toEqual([]);
  const used = new Set(
    readChapters().flatMap(({ sql }) => [...sql.matchAll(/retention_period\('+([\w.]+)'+\)/g)].map(([, rule]) => rule)),
  );
  const named = readChapters().flatMap(({ sql }) =>
    [...sql.matchAll(/^ {4}\('([\w.]+)', interval/gm)].map(([, rule]) => rule),
  );
  expect([...used].toSorted()).toEqual(named.toSorted());
});

/** Kinds of rows with their period; each test makes one row on either side of it. */
const KINDS: [rule: string, period: string, put: (age: string, id: string) => Promise<unknown>, table: string][] = [
  [
    'audit_events',
    '3 years',
    (age, id) =>
      db.query(
        `insert into public.audit_events (id, company_id, action, happened_at) values ($1, $2, 'x', now() - $3::interval)`,
        [id, company.id, age],
      ),
    'public.audit_events',
  ],
  [
    'payment_events',
    '400 days',
    (age, id) =>
      db.query(
        `insert into private.payment_events (id, company_id, provider, event_id, fact, outcome, received_at, handled_at)
         values ($1, $2, 'stripe', $4, (enum_range(null::private.payment_fact))[1], (enum_range(null::private.payment_outcome))[1], now() - $3::interval, now() - $3::interval)`,
        [id, company.id, age, id],
      ),
    'private.payment_events',
  ],
  [
    'invitations',
    '90 days',
    (age, id) =>
      db.query(
        `insert into private.invitations (id, company_id, email, roles, token_hash, expires_at) values ($1::uuid, $2, $1::text || '@example.com', '{guide}', $1::text, now() - $3::interval)`,
        [id, company.id, age],
      ),
    'private.invitations',
  ],
];
test.each(KINDS)('%s are deleted after %s, and not before', async (_rule, kept, put, table) => {
  const [old, young] = [randomUUID(), randomUUID()];
  const shiftedPeriod = (more: number) => kept.replace(/\d+/, (number) => String(Number(number) + more));
  await put(shiftedPeriod(1), old);
  await put(shiftedPeriod(-1), young);
  expect(await tidy()).toBe(1);
  expect(await db.query(`select id from ${table} where id = any ($1)`, [[old, young]])).toEqual([{ id: young }]);
});

test('an unprocessed payment event is never deleted', async () => {
  await db.query(
    `insert into private.payment_events (company_id, provider, event_id, fact, received_at)
     values ($1, 'stripe', 'waiting', (enum_range(null::private.payment_fact))[1], now() - interval '5 years')`,
    [company.id],
  );
  expect(await tidy()).toBe(0);
});

test('old clicks are summed by month, and the total of a link stays', async () => {
  const organisation = await makeOrganisation(db, [company]);
  const [link] = await db.query<{ id: string }>(
    `insert into private.referral_links (id, organisation_id, company_id, code, name) values (gen_random_uuid(), $1, $2, 'ABCDEFGH', 'Old') returning id`,
    [organisation.id, company.id],
  );
  await db.query(
    `insert into private.link_clicks (link_id, day, clicks) select $1, day, 2 from unnest($2::date[]) as day`,
    [link!.id, ['2020-03-01', '2020-03-02', '2020-03-31', '2020-04-05']],
  );
  await db.query(`insert into private.link_clicks (link_id, day, clicks) values ($1, current_date, 5)`, [link!.id]);
  expect(await tidy()).toBe(3);
  expect(
    await db.query(
      `select day::text, clicks::int from private.link_clicks where link_id = $1 and day < '2021-01-01' order by 1`,
      [link!.id],
    ),
  ).toEqual([
    { day: '2020-03-01', clicks: 6 },
    { day: '2020-04-01', clicks: 2 },
  ]);
  const [sum] = await db.query(`select sum(clicks)::int as clicks from private.link_clicks where link_id = $1`, [
    link!.id,
  ]);
  expect(sum).toEqual({ clicks: 13 });
});

test('Auth’s log is deleted as well where it is accessible', async () => {
  await db.exec(`create table if not exists auth.audit_log_entries (id uuid primary key default gen_random_uuid(), created_at timestamptz);
    truncate auth.audit_log_entries;
    insert into auth.audit_log_entries (id, created_at) values (gen_random_uuid(), now() - interval '91 days'), (gen_random_uuid(), now())`);
  expect(await tidy()).toBe(1);
  expect(await db.query('select count(*)::int as n from auth.audit_log_entries')).toEqual([{ n: 1 }]);
});

test('runs once a day, and continues at once while rows are left', async () => {
  const insertRow = () =>
    db.query(
      `insert into public.audit_events (company_id, action, happened_at) select $1, 'x', now() - interval '4 years' from generate_series(1, 3)`,
      [company.id],
    );
  await insertRow();
  expect([await tidy(2), await tidy(2), await tidy(2)]).toEqual([2, 1, 0]);
  await insertRow();
  expect(await tidy(2)).toBe(0);
  await db.query(`update private.job_worker set tidied_at = tidied_at - interval '25 hours' where is_singleton`);
  expect(await tidy(2)).toBe(2);
});

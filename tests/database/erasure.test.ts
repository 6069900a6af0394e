/** Erasing people, companies and guests: no table contains them afterwards, and every figure stays. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeBooking, makeCode, makeCompany, makeDeparture, makePerson } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Company } from '../support/database-fixtures.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

/** Returns the tables and columns that contain a text, at any depth of JSON or arrays. */
async function holding(...texts: string[]): Promise<string[]> {
  const columns = await db.query<{ place: string; from: string; column: string }>(
    `select format('%I.%I.%I', n.nspname, c.relname, a.attname) as place, format('%I.%I', n.nspname, c.relname) as from, quote_ident(a.attname) as column
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private', 'auth') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'jsonb'::regtype, 'json'::regtype, 'text[]'::regtype)`,
  );
  expect(columns.length).toBeGreaterThan(50);
  const found = [];
  for (const { place, from, column } of columns) {
    const rows = await db.query(`select from ${from} where ${column}::text ilike any ($1) limit 1`, [
      texts.map((text) => `%${text}%`),
    ]);
    if (rows.length > 0) found.push(place);
  }
  return found;
}

const PERSONAL = ['Zebedee', 'zebedee@', '5550123', 'wheelchair', 'blue umbrella', 'VOUCH77', 'Quayside Rambles'];

/** Queues a mail with the given data, and its job. */
const mail = async (recipient: string, data: unknown, company: Company | null = null) =>
  (
    await db.query<{ id: string }>(
      `select private.enqueue_mail('invitation', $1, 'en', $2, '{"token": "open-sesame"}', $3) as id`,
      [recipient, JSON.stringify(data), company?.id ?? null],
    )
  )[0]!.id;
const mailsOf = (ids: string[]) =>
  db.query(`select state, secrets is not null as has_secrets from private.outbox_messages where id = any ($1)`, [ids]);
const jobsOf = (ids: string[]) => db.query(`select from private.jobs where payload ->> 'message' = any ($1)`, [ids]);

async function makeStory(localDate: string) {
  const company = await makeCompany(db);
  const guide = company.people.guide;
  const departureId = await makeDeparture(db, company, { localDate });
  const party = await makeBooking(db, company, { departureId, guests: 2, voucherNumber: 'VOUCH77' });
  await db.query(
    `update public.bookings set contact_name = 'Zebedee Quill', contact_email = 'zebedee@quill.test', contact_phone = '+45 5550123', note = 'wheelchair', country = 'DK',
       news_consent = '{"text": "Write to Zebedee Quill", "at": "2026-11-01", "locale": "en"}',
       access_token_hash = encode(sha256(convert_to(id::text, 'UTF8')), 'hex') where id = $1`,
    [party.bookingId],
  );
  await db.query(`update public.guests set name = 'Zebedee Quill' where booking_id = $1`, [party.bookingId]);
  const device = makeDevice();
  const at = new Date(`${localDate}T10:00:00.000Z`);
  const act = { company, departureId, at };
  const walkInGuest = randomUUID();
  const actions = [
    device.action('check_in', {
      ...act,
      bookingId: party.bookingId,
      guestId: party.guests[0]!.id,
      payload: { method: 'tap' },
    }),
    device.action('payment', {
      ...act,
      bookingId: party.bookingId,
      payload: { amount: 700, currency: 'DKK', method: 'cash' },
    }),
    device.action('note', { ...act, bookingId: party.bookingId, payload: { text: 'Zebedee has a blue umbrella' } }),
    device.action('count', {
      ...act,
      payload: { present: 1, missing: [party.guests[1]!.id], stop: 'where Zebedee got lost' },
    }),
    device.action('walk_in', {
      ...act,
      bookingId: randomUUID(),
      payload: {
        reference: makeCode(6),
        contact_name: 'Zebedee Late',
        contact_phone: '+45 5550123',
        contact_email: 'zebedee@quill.test',
        total_amount: 5000,
        currency: 'DKK',
        guests: [
          {
            id: walkInGuest,
            price_category_id: company.priceCategoryId,
            name: 'Zebedee Junior',
            ticket_code: makeCode(12),
          },
        ],
      },
    }),
    device.action('depart', { ...act, payload: { head_count: 2 } }),
  ];
  const result = await db.rpc<{ outcomes: { status: string }[] }>(guide, 'check_in_push', {
    device: { ...device.header(), label: 'Zebedee’s phone' },
    actions,
  });
  expect(result.outcomes.filter(({ status }) => status === 'refused')).toEqual([]);
  return { company, guide, departureId };
}
type Story = Awaited<ReturnType<typeof makeStory>>;

const figures = async ({ departureId }: Story) => ({
  fold: (await db.query(`select private.departure_roll_call($1) as fold`, [departureId]))[0],
  events: await db.query(
    `select id, kind, user_id, device_id, device_sequence, occurred_at, flags from public.check_in_actions where departure_id = $1 order by occurred_at, id`,
    [departureId],
  ),
  money: await db.query(
    `select id, reference, status, total_amount, paid_amount from public.bookings where departure_id = $1 order by id`,
    [departureId],
  ),
});
const forget = <T>(name: string, args: Record<string, unknown>) => db.rpc<T>('service_role', name, args);
const audit = (company: Company, action: string) =>
  db.query(`select from public.audit_events where company_id = $1 and action = $2`, [company.id, action]);

test('erasing guests removes all personal data, keeps figures, and is idempotent', async () => {
  const story = await makeStory('2024-05-01');
  const kept = await makeStory(new Date().toISOString().slice(0, 10));
  const before = await figures(story);
  expect(await holding('Zebedee')).not.toEqual([]);
  await db.query(`update public.devices set label = '' where user_id = any ($1)`, [[story.guide, kept.guide]]);
  expect(await forget('erase_guests', { before: '2025-01-01', company: story.company.id })).toBeGreaterThan(0);
  const left = await db.query(`select * from public.bookings where contact_name like 'Zebedee%'`);
  expect(left).toHaveLength(2);
  expect(await figures(story)).toEqual(before);
  expect(await forget('erase_guests', { before: '2025-01-01', company: story.company.id })).toBe(0);
  expect(await audit(story.company, 'erase_guests')).toHaveLength(1);
  await expect(
    forget('erase_guests', { before: new Date().toISOString().slice(0, 10), company: null }),
  ).rejects.toThrow();
  await forget('erase_company', { company: kept.company.id });
  expect(await holding(...PERSONAL)).toEqual([]);
});

test('erasing a company removes names, contacts, notes and texts, and keeps what happened', async () => {
  const story = await makeStory(new Date().toISOString().slice(0, 10));
  const { company } = story;
  await db.query(
    `update public.companies set name = 'Quayside Rambles', contact_email = 'zebedee@quill.test', contact_phone = '5550123' where id = $1`,
    [company.id],
  );
  await db.query(`update public.tour_translations set description = 'With Zebedee' where tour_id = $1`, [
    company.tourId,
  ]);
  await db.query(
    `insert into public.audit_events (user_id, company_id, action, before) values ($1, $2, 'rename', '{"name": "Quayside Rambles"}')`,
    [company.people.owner, company.id],
  );
  await mail('zebedee@quill.test', { company: 'Quayside Rambles', inviter: 'Zebedee Quill' }, company);
  await db.query(`select private.enqueue_job('export', '{"for": "Zebedee Quill"}', $1)`, [company.id]);
  await db.query(`update public.devices set label = '' where user_id = $1`, [story.guide]);
  const before = await figures(story);
  expect(await forget('erase_company', { company: company.id })).toBe(true);
  expect(await holding(...PERSONAL)).toEqual([]);
  expect(await figures(story)).toEqual(before);
  expect(await db.as(company.people.owner, (query) => query(`select from public.bookings`))).toEqual([]);
  expect(await forget('erase_company', { company: company.id })).toBe(false);
  expect(await audit(company, 'erase_company')).toHaveLength(1);
});

test.each([
  ['erase_user', (person: string) => forget('erase_user', { person })],
  ['deleting the account', (person: string) => db.query(`delete from auth.users where id = $1`, [person])],
])('erasing a person by %s removes name, mail and device names, and keeps what they did', async (_, remove) => {
  const story = await makeStory(new Date().toISOString().slice(0, 10));
  await forget('erase_guests', { before: '2000-01-01', company: null });
  const address = `mabel.${randomUUID()}@trot.test`;
  await db.query(`update public.users set display_name = 'Mabel Trot' where id = $1`, [story.guide]);
  await db.query(
    `update auth.users set email = $2, raw_user_meta_data = '{"display_name": "Mabel Trot"}' where id = $1`,
    [story.guide, address],
  );
  await db.query(`update public.devices set label = 'Mabel Trot, tablet' where user_id = $1`, [story.guide]);
  await db.query(
    `insert into public.audit_events (user_id, company_id, action, after) values ($1, $2, 'rename', '{"name": "Mabel Trot"}')`,
    [story.guide, story.company.id],
  );
  const mails = [await mail(address.toUpperCase(), { name: 'Mabel Trot' }), await mail(address, {}, story.company)];
  const others = [await mail(`not.${address.slice(6)}`, {})];
  const before = await figures(story);
  await remove(story.guide);
  expect([await mailsOf(mails), await jobsOf(mails)]).toEqual([[], []]);
  expect([await mailsOf(others), await jobsOf(others)]).toEqual([[{ state: 'pending', has_secrets: true }], [{}]]);
  expect(await holding('Mabel', address)).toEqual([]);
  expect(await figures(story)).toEqual(before);
  expect(await forget('erase_user', { person: story.guide })).toBe(false);
  const [row] = await db.query(
    `select count(*)::int as n from public.audit_events where action = 'erase_user' and after ->> 'user_id' = $1`,
    [story.guide],
  );
  expect(row).toEqual({ n: 1 });
  await forget('erase_company', { company: story.company.id });
});

test('only the service role can erase', async () => {
  const { company } = await makeStory(new Date().toISOString().slice(0, 10));
  const platform = await makePerson(db, { role: 'platform_admin' });
  for (const person of [company.people.owner, platform, 'anon' as const])
    for (const [name, args] of [
      ['erase_user', { person: company.people.guide }],
      ['erase_company', { company: company.id }],
      ['erase_guests', { before: '2020-01-01' }],
    ] as const)
      await expect(db.rpc(person, name, args)).rejects.toMatchObject({ code: '42501' });
});

test('deletes mails a month after their job ended, and secrets of failed ones after a week', async () => {
  const makeEndedMail = async (state: 'sent' | 'dead', days: number) => {
    const id = await mail(`${randomUUID()}@trot.test`, {});
    if (state === 'sent')
      await db.query(
        `update private.outbox_messages set state = 'sent', sent_at = now(), secrets = null where id = $1`,
        [id],
      );
    await db.query(
      `update private.jobs set state = $2, finished_at = now() - make_interval(days => $3) where payload ->> 'message' = $1`,
      [id, state === 'sent' ? 'done' : 'dead', days],
    );
    return id;
  };
  const gone = [await makeEndedMail('sent', 31), await makeEndedMail('dead', 31)];
  const [sent, late, early] = [
    await makeEndedMail('sent', 29),
    await makeEndedMail('dead', 8),
    await makeEndedMail('dead', 6),
  ];
  const waiting = await mail(`${randomUUID()}@trot.test`, {});
  await db.query(`update private.outbox_messages set created_at = now() - interval '90 days'`);
  await db.rpc('service_role', 'begin_job_run', {});
  expect([await mailsOf(gone), await jobsOf(gone)]).toEqual([[], []]);
  expect(await mailsOf([sent])).toEqual([{ state: 'sent', has_secrets: false }]);
  expect(await mailsOf([late])).toEqual([{ state: 'failed', has_secrets: false }]);
  // Its owner can still retry it.
  expect(await mailsOf([early])).toEqual([{ state: 'failed', has_secrets: true }]);
  expect(await mailsOf([waiting])).toEqual([{ state: 'pending', has_secrets: true }]);
});

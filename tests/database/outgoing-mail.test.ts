/** Outgoing mail: secret links go only to the address they were made for, and no mailbox is flooded (ADR 043). */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';

type RpcResult = { status: string } & Record<string, unknown>;

let db: Database;
let stage: Stage;
let departure: string;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
});
afterAll(() => db?.close());
beforeEach(async () => {
  await db.exec(`delete from private.rate_limit_buckets; delete from private.recent_mails; delete from private.guest_holds;
    delete from private.jobs; delete from private.outbox_messages`);
  departure = await makeDeparture(db, stage.company, { localDate: '2035-07-01', capacity: 500 });
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const unique = () => `${randomUUID()}@mail.test`;
const owner = (company: Company) => company.people.owner;
const invite = async (company: Company, emails: string[]) =>
  (
    await db.rpc<{ outcomes: { outcome: string }[] }>(owner(company), 'invite', {
      request: randomUUID(),
      company: company.id,
      emails: `{${emails.join(',')}}` as never,
      roles: '{guide}' as never,
    })
  ).outcomes.map(({ outcome }) => outcome);
async function invited(company: Company) {
  const email = unique();
  expect(await invite(company, [email])).toEqual(['invited']);
  const [mail] = await db.query<{ id: string; token: string }>(
    `select id, secrets ->> 'token' as token from private.outbox_messages where recipient = $1`,
    [email],
  );
  return { email, ...mail! };
}
const resend = (as: string, message: string, recipient: string) =>
  db.rpc<RpcResult>(as, 'resend_message', { request: randomUUID(), message, recipient });
const sentTo = (id: string) =>
  db.query(`update private.outbox_messages set state = 'sent', sent_at = now(), secrets = null where id = $1`, [id]);

describe('the link of an invitation', () => {
  test('cannot be sent to another address, neither by resending nor by SQL', async () => {
    const { id, email, token } = await invited(stage.company);
    expect(await resend(owner(stage.company), id, 'mallory@evil.test')).toEqual({ status: 'recipient_fixed' });
    await expect(
      db.query(`update private.outbox_messages set recipient = 'mallory@evil.test' where id = $1`, [id]),
    ).rejects.toThrow('its link belongs to that address');
    expect(
      await db.query(`select recipient, secrets ->> 'token' as token from private.outbox_messages where id = $1`, [id]),
    ).toEqual([{ recipient: email, token }]);
    expect(await resend(owner(stage.company), id, email)).toMatchObject({ status: 'ok' });
  });

  test('confirms an address only after its mail was sent there', async () => {
    const { id, email, token } = await invited(stage.company);
    const account = randomUUID();
    await db.query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
      account,
      email,
      JSON.stringify({ invitation: hashOf(token) }),
    ]);
    const confirm = async () => {
      expect(await db.rpc('anon', 'confirm_invited_address', { token })).toEqual({ status: 'ok' });
      const [row] = await db.query<{ is: boolean }>(
        'select email_confirmed_at is not null as is from auth.users where id = $1',
        [account],
      );
      return row!.is;
    };
    expect(await confirm()).toBe(false);
    await db.exec(`alter table private.outbox_messages disable trigger bind_secret_to_recipient`);
    await db.query(`update private.outbox_messages set recipient = 'mallory@evil.test' where id = $1`, [id]);
    await db.rpc('service_role', 'record_mail_sent', { message: id });
    expect(await confirm()).toBe(false);
    await db.query(`update private.outbox_messages set recipient = $2 where id = $1`, [id, email]);
    await db.rpc('service_role', 'record_mail_sent', { message: id });
    await db.exec(`alter table private.outbox_messages enable trigger bind_secret_to_recipient`);
    expect(await confirm()).toBe(true);
  });
});

/** Books one adult as a guest, which queues a confirmation mail. */
async function book(email: string, from: string) {
  const token = makeToken();
  const guests = [{ price_category_id: stage.categories.ADULT }];
  const held = await holdAsGuest(db, { departure, guests, token, from });
  expect(held.status).toBe('ok');
  const confirmed = await callAsGuest(db, 'confirm', {
    request: randomUUID(),
    token,
    details: { contact: { name: 'Anna Holm', email } },
    from,
  });
  expect(confirmed.status).toBe('ok');
  return { token, id: confirmed.booking.id };
}
const cancel = async (token: string, from: string) =>
  expect((await callAsGuest(db, 'cancel', { request: randomUUID(), token, change: {}, from })).status).toBe('ok');
const office = () => stage.company.people.office;
const lookBy = async (token: string) => (await callAsGuest(db, 'read_booking', { token })).status;
/** Prepares a mail for sending, which makes its link; returns the token. */
async function leaving(message: string): Promise<string> {
  const { mail } = await db.rpc<{ mail: { secrets: { token: string } } }>('service_role', 'read_mail_to_send', {
    message,
  });
  return mail.secrets.token;
}
const messageOf = async (booking: string) =>
  (
    await db.query<{ id: string }>(
      `select id from private.outbox_messages where booking_id = $1 order by created_at desc`,
      [booking],
    )
  )[0]!.id;

describe('the link of a guest mail', () => {
  test('is replaced when resent to another address, and the former one stops working', async () => {
    const { id } = await book(unique(), '203.0.113.1');
    const message = await messageOf(id);
    const former = await leaving(message);
    expect(await lookBy(former)).toBe('ok');
    expect(await resend(office(), message, unique())).toMatchObject({ status: 'ok' });
    expect(await lookBy(former)).toBe('not_found');
    const next = await leaving(message);
    expect(next).not.toBe(former);
    expect(await lookBy(next)).toBe('ok');
  });

  test('ends when the office changes the address, which gets its own', async () => {
    const { token, id } = await book(unique(), '203.0.113.1');
    const message = await messageOf(id);
    const former = await leaving(message);
    await sentTo(message);
    const email = unique();
    const [{ version }] = (await db.query<{ version: number }>('select version from public.bookings where id = $1', [
      id,
    ])) as [{ version: number }];
    const edited = { request: randomUUID(), booking: id, change: { version, contact: { email } } };
    expect(await db.rpc(office(), 'edit_booking', edited)).toMatchObject({ status: 'ok' });
    expect(await lookBy(former)).toBe('not_found');
    expect(await lookBy(token)).toBe('ok');
    expect(await db.query(`select template from private.outbox_messages where recipient = $1`, [email])).toEqual([
      { template: 'booking-confirmed' },
    ]);
  });
});

/** Counts the mails due within some minutes, to one address or all. */
const countDueWithin = async (minutes: number, to = '%') =>
  (
    await db.query<{ n: number }>(
      `select count(*)::int as n from private.jobs as j join private.outbox_messages as m on m.id::text = j.dedupe_key
       where j.kind = 'send_mail' and j.run_at < now() + make_interval(secs => $1::double precision * 60) and m.recipient like $2`,
      [minutes, to],
    )
  )[0]!.n;

describe('mail limits', () => {
  test('booking and cancelling at once sends one mail', async () => {
    const email = unique();
    const { token } = await book(email, '203.0.113.1');
    await cancel(token, '203.0.113.1');
    expect(await db.query('select template from private.outbox_messages where recipient = $1', [email])).toEqual([
      { template: 'booking-cancelled' },
    ]);
  });

  test('an address gets twenty mails at once and then twenty an hour', async () => {
    const email = unique();
    for (let n = 0; n < 35; n += 1) {
      const from = `203.0.113.${n}`;
      const { token, id } = await book(email, from);
      await sentTo(await messageOf(id));
      await cancel(token, from);
      await db.exec('delete from private.rate_limit_buckets; delete from private.guest_holds');
    }
    expect([
      await countDueWithin(1, email),
      await countDueWithin(60, email),
      await countDueWithin(6000, email),
    ]).toEqual([20, 40, 70]);
    await book('other@holm.test', '203.0.113.77');
    expect(await countDueWithin(1, 'other@holm.test')).toBe(1);
  });

  test('a mail that would wait half a day is not queued', async () => {
    await db.query(
      `insert into private.recent_mails (bucket) select 'to:' || private.address_hash('full@holm.test') from generate_series(1, 200)`,
    );
    await book('full@holm.test', '203.0.113.1');
    expect(await db.query(`select from private.outbox_messages where recipient = 'full@holm.test'`)).toEqual([]);
  });

  test('guests of one network cause sixty mails at once; another network has its own limit', async () => {
    await db.query(
      `insert into private.recent_mails (bucket)
       select 'from:' || private.address_hash(private.guest_network(private.rate_limit_key('2001:db8:1::1'))) from generate_series(1, 60)`,
    );
    // One /48 network, two /64 networks.
    for (const part of ['a', 'b']) await book(unique(), `2001:db8:1:${part}::1`);
    expect([await countDueWithin(0.5), await countDueWithin(10)]).toEqual([0, 2]);
    await book('other@holm.test', '2001:db8:2::1');
    expect(await countDueWithin(0.5, 'other@holm.test')).toBe(1);
  });

  test('a company in its first week mails three hundred guests an hour', async () => {
    const at = (age: string) =>
      db.query(`update public.companies set created_at = now() - $2::interval where id = $1`, [stage.company.id, age]);
    await db.query(`insert into private.recent_mails (bucket) select 'of:' || $1::text from generate_series(1, 300)`, [
      stage.company.id,
    ]);
    await at('1 day');
    await book(unique(), '203.0.113.1');
    expect(await countDueWithin(0)).toBe(0);
    await at('8 days');
    await book(unique(), '203.0.113.2');
    expect(await countDueWithin(0)).toBe(1);
  });

  test('a company in its first week invites thirty people at once, an older one two hundred', async () => {
    const [young, grown] = [await makeCompany(db), await makeCompany(db)];
    await db.query(`update public.companies set created_at = now() - interval '8 days' where id = $1`, [grown.id]);
    const outcomes = async (company: Company) => [
      ...(await invite(company, Array.from({ length: 25 }, unique))),
      ...(await invite(company, Array.from({ length: 25 }, unique))),
    ];
    expect((await outcomes(young)).filter((outcome) => outcome === 'invited')).toHaveLength(30);
    expect((await outcomes(grown)).filter((outcome) => outcome === 'invited')).toHaveLength(50);
  });

  test('an address is invited at most ten times a day, by whichever company', async () => {
    const email = unique();
    const outcomes: string[] = [];
    for (let n = 0; n < 11; n += 1) outcomes.push(...(await invite(await makeCompany(db), [email])));
    expect(outcomes.filter((outcome) => outcome === 'invited')).toHaveLength(10);
    expect(outcomes.at(-1)).toBe('too_many');
  });
});

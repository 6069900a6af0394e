/**
 * Scheduled exports (ADR 048): planned, checked and sent by the job; the function serves the file to people outside the
 * team.
 */
import { randomUUID } from 'node:crypto';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendExport } from '../../supabase/functions/run-jobs/jobs/send-export.ts';
import { sendMail } from '../../supabase/functions/run-jobs/jobs/send-mail.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import { scheduledExport } from '../../supabase/functions/scheduled-export/handler.ts';
import {
  makeBooking,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { fakePorts, serviceDatabase, type Fakes } from './fakes.ts';

interface Shown {
  id: string;
  pause_reason: string | null;
  next_at: string | null;
  version: number;
  members: string[];
  outside: string[];
  may_change: boolean;
  last: { found: number | null; sent: number; is_too_large: boolean; fetched: number } | null;
}
interface ExportsResult {
  status: string;
  makes: string[];
  may_go_outside: boolean;
  people: { id: string; gets_tours: boolean }[];
  exports: Shown[];
}

let db: Database;
let company: Company;
let ports: Fakes;
let view: string;
beforeAll(async () => {
  db = await openPostgres();
});
beforeEach(async () => {
  await db.exec(
    'delete from private.jobs; delete from private.outbox_messages; delete from private.rate_limit_buckets; delete from private.scheduled_exports',
  );
  company = await makeCompany(db);
  ports = fakePorts({ database: serviceDatabase(db) });
  view = await saveView(company.people.office);
});
afterAll(() => db?.close());

const owner = () => company.people.owner;
const office = () => company.people.office;
const now = new Date();
const day = (offset: number) =>
  new Date(now.getTime() + offset * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Copenhagen' });

async function saveView(as: Persona, id: string = randomUUID(), version = 0, input: object = {}): Promise<string> {
  const result = await db.rpc<{ status: string }>(as, 'save_booking_view', {
    company: company.id,
    id,
    version,
    name: `View ${id}`,
    is_default: false,
    view: { search: '', filter: null, sort: 'departure', columns: null, ...input },
  });
  expect(result.status).toBe('ok');
  return id;
}
const exportArgs = (more: object = {}) => ({
  kind: 'bookings',
  view,
  selection: 'next_day',
  frequency: 'daily',
  day: null,
  time: '07:00',
  format: 'xlsx',
  members: [office()],
  outside: [],
  locale: 'da',
  ...more,
});
const save = (as: Persona, id: string, more: object = {}, version = 0) =>
  db.rpc<ExportsResult>(as, 'save_scheduled_export', {
    company: company.id,
    export: id,
    version,
    input: exportArgs(more),
  });
const read = (as: Persona = owner()) => db.rpc<ExportsResult>(as, 'read_scheduled_exports', { company: company.id });
const readOnlyExport = async () => (await read()).exports[0]!;
async function make(as: Persona, more: object = {}): Promise<string> {
  const id = randomUUID();
  expect((await save(as, id, more)).status).toBe('ok');
  return id;
}
const comeDue = (id: string, ago = '1 minute') =>
  db.query(`update private.scheduled_exports set next_at = now() - $2::interval where id = $1`, [id, ago]);
async function runJobs(): Promise<typeof ports.mailer.sent> {
  ports.mailer.sent.length = 0;
  await runDueJobs(ports, [sendExport, sendMail]);
  return [...ports.mailer.sent];
}
async function book(name: string, offset: number): Promise<string> {
  const departureId = await makeDeparture(db, company, { startsAt: new Date(`${day(offset)}T10:00:00Z`) });
  const { bookingId } = await makeBooking(db, company, { departureId, guests: 2 });
  await db.query(`update public.bookings set contact_name = $2, contact_email = 'guest@example.com' where id = $1`, [
    bookingId,
    name,
  ]);
  return bookingId;
}
const linkOf = (text: string | undefined) => /key=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const fetchExport = (key: string, method = 'GET') =>
  scheduledExport(new Request(`http://127.0.0.1/functions/v1/scheduled-export?key=${key}`, { method }), ports);

describe('the schedule', () => {
  const next = async (
    frequency: string,
    day: number | null,
    time: string,
    after: string,
    zone = 'Europe/Copenhagen',
  ) => {
    const [hour, minute] = time.split(':').map(Number);
    const [row] = await db.query<{ at: Date }>(
      `select private.next_export_at($1::public.export_frequency, $2::smallint, $3::smallint, $4, $5::timestamptz) as at`,
      [frequency, day, hour! * 60 + minute!, zone, after],
    );
    return row!.at.toISOString();
  };
  test('is daily, on weekdays, weekly or monthly in the company’s time zone', async () => {
    expect(await next('daily', null, '07:00', '2026-12-03T05:59:00Z')).toBe('2026-12-03T06:00:00.000Z');
    expect(await next('daily', null, '07:00', '2026-12-03T06:00:00Z')).toBe('2026-12-04T06:00:00.000Z');
    expect(await next('weekdays', null, '07:00', '2026-12-04T12:00:00Z')).toBe('2026-12-07T06:00:00.000Z');
    expect(await next('weekly', 7, '07:00', '2026-12-04T12:00:00Z')).toBe('2026-12-06T06:00:00.000Z');
    expect(await next('monthly', 31, '07:00', '2027-01-31T12:00:00Z')).toBe('2027-02-28T06:00:00.000Z');
    expect(await next('monthly', 1, '00:30', '2026-12-30T12:00:00Z', 'Pacific/Auckland')).toBe(
      '2026-12-31T11:30:00.000Z',
    );
  });
  test('runs once in a repeated hour, and later in a skipped one', async () => {
    const doubled = await next('daily', null, '02:30', '2026-10-24T12:00:00Z');
    expect(doubled).toBe('2026-10-25T00:30:00.000Z');
    expect(await next('daily', null, '02:30', doubled)).toBe('2026-10-26T01:30:00.000Z');
    expect(await next('daily', null, '02:30', '2027-03-27T12:00:00Z')).toBe('2027-03-28T01:30:00.000Z');
  });
  test('follows a change of the company’s time zone', async () => {
    const id = await make(office());
    const before = (await readOnlyExport()).next_at;
    await db.query(`update public.companies set time_zone = 'America/New_York' where id = $1`, [company.id]);
    const after = (await readOnlyExport()).next_at!;
    expect(after).not.toBe(before);
    expect(new Date(after).toLocaleTimeString('sv', { timeZone: 'America/New_York' })).toBe('07:00:00');
    expect(id).toBeTruthy();
  });
});

describe('sending', () => {
  test('mails each colleague in their language with a link to the export and no guest data', async () => {
    await db.query(`update public.users set locale = 'it' where id = $1`, [office()]);
    await book('Nimué Secret', 1);
    await book('Other Day', 3);
    const id = await make(office());
    await comeDue(id);
    const mails = await runJobs();
    expect(mails.map(({ to }) => to)).toEqual([`${office()}@muster.test`]);
    const [mail] = mails;
    const link = `https://app.example.com/it/bookings-advanced?view=${view}&export=xlsx&days=date.${day(1)}.${day(1)}`;
    expect(mail!.text).toContain(link);
    expect(mail!.text).toContain('Esporta');
    expect(mail!.text).not.toMatch(/Nimué|guest@example/);
    expect(JSON.stringify(await db.query('select * from private.outbox_messages'))).not.toMatch(/Nimué|guest@example/);
    expect((await readOnlyExport()).last).toMatchObject({ found: 1, sent: 1, is_too_large: false });
  });

  test('happens once per due time, however often the job runs, and once after days of downtime', async () => {
    const id = await make(office());
    await comeDue(id, '9 days');
    const [{ due }] = (await db.query<{ due: string }>(
      `select private.iso(next_at) as due from private.scheduled_exports`,
    )) as [{ due: string }];
    expect(await runJobs()).toHaveLength(1);
    expect(Date.parse((await readOnlyExport()).next_at!)).toBeGreaterThan(Date.now());
    for (let times = 0; times < 2; times += 1) await ports.database.call('send_scheduled_export', { export: id, due });
    expect(await runJobs()).toEqual([]);
    // A job that was started and lost its worker.
    await db.query(
      `update private.jobs set state = 'waiting', finished_at = null, attempts = 1 where kind = 'send_export'`,
    );
    expect(await runJobs()).toEqual([]);
  });

  test('on request happens once per request, even while paused', async () => {
    const id = await make(office());
    const request = randomUUID();
    const sendNow = (as: Persona, requestId = request) =>
      db.rpc<ExportsResult>(as, 'send_export_now', { export: id, request: requestId });
    await db.rpc(office(), 'switch_scheduled_export', { export: id, is_on: false });
    expect((await sendNow(office())).status).toBe('ok');
    expect((await sendNow(office())).status).toBe('ok');
    expect(await runJobs()).toHaveLength(1);
    expect((await readOnlyExport()).pause_reason).toBe('by_hand');
    for (let times = 0; times < 4; times += 1) expect((await sendNow(office(), randomUUID())).status).toBe('ok');
    expect((await sendNow(office(), randomUUID())).status).toBe('too_many');
  });

  test('links to the tours, and makes the archive for the owner only', async () => {
    const tours = await make(owner(), { kind: 'tours', view: null, selection: 'view', members: [owner(), office()] });
    await comeDue(tours);
    const mails = await runJobs();
    // The office may not export tours by hand either.
    expect(mails.map(({ to }) => to)).toEqual([`${owner()}@muster.test`]);
    expect(mails[0]!.text).toContain('/en/tours/manage?export=file');
    await db.exec('delete from private.scheduled_exports');
    const all = await make(owner(), { kind: 'everything', view: null, selection: 'view', members: [office()] });
    await comeDue(all);
    expect(await runJobs()).toEqual([]);
    expect(
      await db.query('select requested_by from private.company_exports where company_id = $1', [company.id]),
    ).toEqual([{ requested_by: owner() }]);
  });
});

describe('permissions', () => {
  test('office and owner schedule what they may export; an acting partner only reads', async () => {
    expect((await read(office())).makes).toEqual(['bookings']);
    expect((await read()).makes).toEqual(['bookings', 'tours', 'everything']);
    const partner = await makeOrganisation(db, [company]);
    await db.query(`update public.organisation_companies set data_sharing = true where company_id = $1`, [company.id]);
    await db.query(`update public.users set impersonated_company_id = $1 where id = $2`, [company.id, partner.admin]);
    await make(office());
    expect(await read(partner.admin)).toMatchObject({ status: 'ok', makes: [], exports: [{ may_change: false }] });
    expect((await save(partner.admin, randomUUID())).status).toBe('not_permitted');
    for (const as of [
      company.people.guide,
      company.people.accountant,
      (await makeCompany(db)).people.owner,
      partner.agent,
    ]) {
      expect((await read(as)).status).toBe('not_permitted');
      expect((await save(as, randomUUID())).status).toBe('not_permitted');
    }
    await expect(read('anon')).rejects.toMatchObject({ code: '42501' });
    for (const more of [
      { kind: 'tours', view: null, selection: 'view' },
      { kind: 'everything', view: null, selection: 'view' },
      { outside: ['a@b.example'] },
    ])
      expect((await save(office(), randomUUID(), more)).status).toBe('not_permitted');
  });

  test('people change their own, the owner all; those of others do not exist for them', async () => {
    const id = await make(office());
    const reservations = company.people.reservations;
    const others = (await makeCompany(db)).people.owner;
    for (const as of [reservations, others, company.people.guide]) {
      expect(await db.rpc(as, 'switch_scheduled_export', { export: id, is_on: false })).toEqual({ status: 'gone' });
      expect(await db.rpc(as, 'send_export_now', { export: id, request: randomUUID() })).toEqual({ status: 'gone' });
    }
    expect((await save(reservations, id, { time: '08:00' }, 1)).status).toBe('not_permitted');
    await db.rpc(reservations, 'delete_scheduled_export', { company: company.id, export: id });
    await db.rpc(others, 'delete_scheduled_export', { company: company.id, export: id });
    expect((await read()).exports).toHaveLength(1);
    expect((await save(owner(), id, { time: '08:00' }, 1)).status).toBe('ok');
    // A repeat after a lost response succeeds; another person's later change is not overwritten.
    expect((await save(owner(), id, { time: '08:00' }, 1)).status).toBe('ok');
    expect((await save(owner(), id, { time: '09:00' }, 1)).status).toBe('stale');
    // Now it belongs to the owner.
    expect(await db.rpc(office(), 'switch_scheduled_export', { export: id, is_on: false })).toEqual({ status: 'gone' });
    expect(
      (await db.rpc<ExportsResult>(owner(), 'delete_scheduled_export', { company: company.id, export: id })).exports,
    ).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['an invalid weekday', { frequency: 'weekly', day: 8 }, 'invalid'],
    ['an invalid time', { time: '24:00' }, 'invalid'],
    ['a span of days for tours', { kind: 'tours', view: null, selection: 'day' }, 'invalid'],
    ['an invalid address', { outside: ['nobody'] }, 'invalid'],
    ['an unknown view', { view: randomUUID() }, 'no_view'],
    ['no receiver', { members: [] }, 'no_receiver'],
    ['only receivers without permission', { members: ['guide'] }, 'no_receiver'],
  ])('%s is refused', async (_, more, status) => {
    const input =
      'members' in more && (more.members as string[])[0] === 'guide' ? { members: [company.people.guide] } : more;
    expect((await save(owner(), randomUUID(), input)).status).toBe(status);
    expect((await read()).exports).toEqual([]);
  });
});

describe('the person responsible', () => {
  const pausedMails = async () => (await runJobs()).filter(({ madeOf }) => madeOf.template === 'export-paused');

  test.each<[string, (person: string) => Promise<unknown>]>([
    ['without permission', (person) => db.query('delete from public.roles_users where user_id = $1', [person])],
    ['a former member', (person) => db.query('delete from public.company_members where user_id = $1', [person])],
    ['a deleted account', (person) => db.query('delete from auth.users where id = $1', [person])],
  ])('%s pauses the export, and the owner gets a mail', async (_, end) => {
    const colleague = company.people.reservations;
    const id = await make(office(), { members: [colleague] });
    await end(office());
    await comeDue(id);
    const mails = await pausedMails();
    expect(mails.map(({ to }) => to)).toEqual([`${owner()}@muster.test`]);
    expect(await readOnlyExport()).toMatchObject({ pause_reason: 'no_right', next_at: null, last: null });
    // The person who resumes it becomes responsible.
    expect((await db.rpc<ExportsResult>(owner(), 'switch_scheduled_export', { export: id, is_on: true })).status).toBe(
      'ok',
    );
    await comeDue(id);
    expect((await runJobs()).map(({ to }) => to)).toEqual([`${colleague}@muster.test`]);
  });

  test('deleting the view pauses it at once, with a mail', async () => {
    await make(office());
    await db.rpc(office(), 'delete_booking_view', { company: company.id, id: view });
    expect(await readOnlyExport()).toMatchObject({ pause_reason: 'no_view', next_at: null });
    expect(await pausedMails()).toHaveLength(1);
    const { id } = await readOnlyExport();
    expect(await db.rpc(owner(), 'switch_scheduled_export', { export: id, is_on: true })).toEqual({
      status: 'no_view',
    });
  });

  test('a colleague without access to bookings gets none; without receivers it is paused', async () => {
    const gone = company.people.reservations;
    const id = await make(owner(), { members: [gone, office()] });
    await db.query('delete from public.roles_users where user_id = $1', [gone]);
    await comeDue(id);
    expect((await runJobs()).map(({ to }) => to)).toEqual([`${office()}@muster.test`]);
    await db.query('delete from public.roles_users where user_id = $1', [office()]);
    await comeDue(id);
    expect(await pausedMails()).toHaveLength(1);
    expect((await readOnlyExport()).pause_reason).toBe('no_receiver');
  });
});

describe('outside the team', () => {
  const makeForOutsider = (more: object = {}) =>
    make(owner(), { members: [], outside: ['Bog@Holder.example'], selection: 'next_day', format: 'csv', ...more });
  async function sendAndReadLink(id: string): Promise<string> {
    await comeDue(id);
    const mails = await runJobs();
    expect(mails.map(({ to }) => to)).toEqual(['bog@holder.example']);
    return linkOf(mails[0]!.text);
  }

  test('a link valid for a week fetches current data as CSV in its language, safe for spreadsheets', async () => {
    await book('=1+1', 1);
    await book('Elsewhere', 3);
    const key = await sendAndReadLink(await makeForOutsider());
    const response = await fetchExport(key);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv;charset=utf-8');
    const [head, ...rows] = (await response.text())
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');
    expect(head).toMatch(/^Navn;Afgang;Tur;/);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatch(/^'=1\+1;/);
    expect(rows[0]).toContain(`${day(1)} 1`);
    expect(rows[0]).toContain('Voksen');
    expect((await readOnlyExport()).last).toMatchObject({ found: 1, sent: 1, fetched: 1 });
    // The log names the receivers.
    const log = await db.query<{ action: string; outside: string[] }>(
      `select action, after -> 'outside' as outside from public.audit_events where company_id = $1 and action like '%outside' order by happened_at`,
      [company.id],
    );
    expect(log).toEqual([
      { action: 'send_export_outside', outside: ['bog@holder.example'] },
      { action: 'fetch_export_outside', outside: ['bog@holder.example'] },
    ]);
  });

  test('a link fetches a spreadsheet with typed texts, times and amounts', async () => {
    for (const name of ['=1+1', 'Zoë']) await book(name, 1);
    const response = await fetchExport(await sendAndReadLink(await makeForOutsider({ format: 'xlsx' })));
    expect(response.headers.get('content-type')).toMatch(/spreadsheetml\.sheet$/);
    expect(response.headers.get('content-disposition')).toMatch(/\d{4}-\d{2}-\d{2}\.xlsx"$/);
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    const [head, ...rows] = sheets[0]!.rows;
    const of = (name: string) => rows.map((row) => row[head!.indexOf(name)]);
    expect(of('Navn').toSorted()).toEqual(['=1+1', 'Zoë']);
    expect(of('Afgang')).toEqual([expect.any(Date), expect.any(Date)]);
    expect(of('Pris')).toEqual([10000 / 100, 10000 / 100]);
    expect((await readOnlyExport()).last).toMatchObject({ found: 2, fetched: 1 });
  });

  test('columns are those of the view, in its order', async () => {
    await saveView(office(), view, 1, {
      columns: { order: ['reference', 'name', 'total'], hidden: ['total'], widths: {} },
    });
    await book('Ann', 1);
    const text = await (await fetchExport(await sendAndReadLink(await makeForOutsider()))).text();
    expect(
      text
        .replace(/^\uFEFF/, '')
        .split(';')
        .slice(0, 2),
    ).toEqual(['Bookingnr.', 'Navn']);
    expect(text).not.toContain('Pris');
  });

  test('a guest erased meanwhile is erased in the file', async () => {
    const bookingId = await book('Nimué Secret', 1);
    const key = await sendAndReadLink(await makeForOutsider());
    await db.query(`update public.bookings set contact_name = '—', contact_email = null where id = $1`, [bookingId]);
    expect(await (await fetchExport(key)).text()).not.toContain('Nimué');
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['paused', (id) => db.rpc(owner(), 'switch_scheduled_export', { export: id, is_on: false })],
    ['deleted', (id) => db.rpc(owner(), 'delete_scheduled_export', { company: company.id, export: id })],
    ['sent to somebody else', (id) => save(owner(), id, { members: [office()], outside: [] }, 1)],
    ['without an owner', () => db.query(`delete from public.roles_users where user_id = $1`, [owner()])],
    ['based on a changed view', () => saveView(office(), view, 1, { search: 'x' })],
    [
      'of an inactive company',
      () => db.query(`update public.companies set is_active = false where id = $1`, [company.id]),
    ],
    ['older than a week', () => db.query(`update private.export_links set expires_at = now()`)],
  ])('once it is %s, its link opens nothing', async (_, end) => {
    const id = await makeForOutsider();
    const key = await sendAndReadLink(id);
    expect((await fetchExport(key)).status).toBe(200);
    await end(id);
    const response = await fetchExport(key);
    expect([response.status, await response.json()]).toEqual([404, { status: 'not_found' }]);
  });

  test('a changed view pauses it until an owner resumes it; the office cannot', async () => {
    const id = await makeForOutsider();
    await saveView(office(), view, 1, { columns: { order: ['email'], hidden: [], widths: {} } });
    await comeDue(id);
    expect((await runJobs()).map(({ madeOf }) => madeOf.template)).toEqual(['export-paused']);
    expect((await readOnlyExport()).pause_reason).toBe('view_changed');
    expect(await db.rpc(office(), 'switch_scheduled_export', { export: id, is_on: true })).toEqual({ status: 'gone' });
    expect((await db.rpc<ExportsResult>(owner(), 'switch_scheduled_export', { export: id, is_on: true })).status).toBe(
      'ok',
    );
    await sendAndReadLink(id);
  });

  test('a wrong key, another method and too many fetches are refused', async () => {
    expect((await fetchExport('x'.repeat(42))).status).toBe(404);
    expect((await fetchExport("' or true")).status).toBe(404);
    expect((await fetchExport('x'.repeat(42), 'POST')).status).toBe(405);
    const key = await sendAndReadLink(await makeForOutsider());
    await db.query(`update private.rate_limit_buckets set tokens = 0 where key like 'export-link:%'`);
    expect((await fetchExport(key)).status).toBe(200);
    await db.query(`update private.rate_limit_buckets set tokens = 0 where key like 'export-link:%'`);
    expect((await fetchExport(key)).status).toBe(429);
  });

  test('the token is in no response, log or archive, and is deleted once sent', async () => {
    const key = await sendAndReadLink(await makeForOutsider());
    const visible = JSON.stringify([
      await read(),
      await db.query('select * from private.outbox_messages'),
      await db.query('select * from public.audit_events'),
      await db.query('select * from private.export_links'),
    ]);
    expect(visible).not.toContain(key);
  });
});

test('erasing a company deletes its exports', async () => {
  await make(office());
  await db.as('service_role', (query) => query('select public.erase_company($1)', [company.id]));
  expect(await db.query('select from private.scheduled_exports where company_id = $1', [company.id])).toEqual([]);
});

test('deleting an account ends the mails to that person', async () => {
  const person = await makePerson(db, { role: 'office', company: company.id });
  const id = await make(owner(), { members: [person, office()] });
  await db.query('delete from auth.users where id = $1', [person]);
  await comeDue(id);
  expect((await runJobs()).map(({ to }) => to)).toEqual([`${office()}@muster.test`]);
});

/**
 * The archive of all data of a company: for its owner only, complete, readable, without secrets, and deleted after a
 * week. And closing a company.
 */
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companyExport } from '../../supabase/functions/company-export/handler.ts';
import { endCompany } from '../../supabase/functions/run-jobs/jobs/end-company.ts';
import { exportCompany } from '../../supabase/functions/run-jobs/jobs/export-company.ts';
import {
  COMPANY_ROLES,
  makeBooking,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

type RpcResult = { status: string } & Record<string, unknown>;
const ports = () => fakePorts({ database: serviceDatabase(db) });
const request = (who: Persona, company: Company) =>
  db.rpc<RpcResult>(who, 'request_company_export', { company: company.id });
const open = (who: Persona, company: Company) => db.rpc<RpcResult>(who, 'open_company_export', { company: company.id });
const fetchExport = (key: string, init: RequestInit = {}) =>
  companyExport(new Request(`http://127.0.0.1/functions/v1/company-export?key=${key}`, init), ports());
const invite = (company: Company) =>
  db.rpc(company.people.owner, 'invite', {
    request: crypto.randomUUID(),
    emails: '{new@guide.test}',
    roles: '{guide}',
    company: company.id,
  });
const givePaymentKeys = (company: Company) =>
  db.query(
    `insert into private.payment_settings (company_id, mode, provider, secret_key, webhook_secret) values ($1, 'online', 'stripe', 'sk_planted', 'whsec_planted')`,
    [company.id],
  );

/** Runs the due jobs of a company's archive, as the worker does. */
async function work(company: Company): Promise<void> {
  for (;;) {
    const [job] = await db.query<{ id: string; payload: { export: string } }>(
      `update private.jobs set state = 'done', finished_at = now() where id = (
         select id from private.jobs where kind = 'export_company' and company_id = $1 and state = 'waiting' limit 1) returning id, payload`,
      [company.id],
    );
    if (!job) return;
    await exportCompany.run(job.payload, { ports: ports(), id: job.id, attempt: 1 });
  }
}
async function makeExport(company: Company): Promise<string> {
  await request(company.people.owner, company);
  await work(company);
  return (await open(company.people.owner, company))['token'] as string;
}
/** Unpacks a ZIP by its central directory and checks each file's checksum. */
async function unpacked(response: Response): Promise<(name: string) => string> {
  const zip = Buffer.from(await response.arrayBuffer());
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [sum, size, length, start] = [16, 24, 28, 42].map((field) =>
      field === 28 ? zip.readUInt16LE(at + field) : zip.readUInt32LE(at + field),
    ) as [number, number, number, number];
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    expect([name, zip.readUInt32LE(start)]).toEqual([name, 0x04034b50]);
    const begin = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    const content = zip.subarray(begin, begin + size);
    expect([name, crc32(content)]).toEqual([name, sum]);
    files.set(name, content.toString('utf8'));
    at += 46 + length;
  }
  expect(at).toBe(end);
  return (name) => files.get(name)!;
}

describe('an archive', () => {
  test('has every row of the company and of no other, as JSON and CSV with a description', async () => {
    const [company, other] = [await makeCompany(db), await makeCompany(db)];
    const ids: string[] = [];
    for (const owner of [company, other]) {
      const departureId = await makeDeparture(db, owner);
      ids.push((await makeBooking(db, owner, { departureId, guests: 2 })).bookingId);
    }
    await db.query(`update public.bookings set contact_name = '=cmd|Ædal', note = E'two\nlines' where id = $1`, [
      ids[0],
    ]);
    // More than two pages.
    await db.query(
      `insert into public.audit_events (company_id, action, after) select $1, 'rename', jsonb_build_object('n', n) from generate_series(1, 4500) as n`,
      [company.id],
    );
    const response = await fetchExport(await makeExport(company));
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="company-.*\.zip"$/);
    const file = await unpacked(response);
    const bookings = JSON.parse(file('json/bookings.json')) as Record<string, unknown>[];
    expect(bookings).toMatchObject([{ id: ids[0], contact_name: '=cmd|Ædal', note: 'two\nlines' }]);
    expect(file('csv/bookings.csv')).toMatch(/^\uFEFFid,/);
    expect(file('csv/bookings.csv')).toContain(`'=cmd|Ædal`);
    const audit = JSON.parse(file('json/audit.json')) as { action: string; id: string }[];
    expect(audit.filter(({ action }) => action === 'rename')).toHaveLength(4500);
    expect(new Set(audit.map(({ id }) => id)).size).toBe(audit.length);
    expect(file('csv/audit.csv').split('\r\n')).toHaveLength(audit.length + 2);
    const team = JSON.parse(file('json/team.json')) as { roles: string[] }[];
    expect(team.flatMap(({ roles }) => roles).toSorted()).toEqual([...COMPANY_ROLES].toSorted());
    expect(JSON.parse(file('json/refunds.json'))).toEqual([]);
    expect(file('README.txt')).toContain('== bookings');
    expect(file('README.txt')).toContain('Bookings of parties on departures.');
    expect(file('README.txt')).toContain('  reference (text): Booking reference of six characters');
    expect(JSON.parse(file('json/tour_reports.json'))).toEqual([]);
    for (const name of ['company', 'tours', 'departures', 'bookings', 'guests', 'audit'])
      expect([name, file(`json/${name}.json`).includes(ids[1]!)]).toEqual([name, false]);
  });

  test('contains no secret from any column', async () => {
    const company = await makeCompany(db);
    const departureId = await makeDeparture(db, company);
    const { bookingId } = await makeBooking(db, company, { departureId, guests: 1 });
    const hash = 'a5ec'.repeat(16);
    await db.query(`update public.bookings set access_token_hash = $2 where id = $1`, [bookingId, hash]);
    await db.query(
      `insert into public.payments (company_id, booking_id, amount, currency, method, idempotency_key) values ($1, $2, 100, 'DKK', 'card', 'planted-idempotency')`,
      [company.id, bookingId],
    );
    await givePaymentKeys(company);
    await invite(company);
    const response = await fetchExport(await makeExport(company));
    const all = Buffer.from(await response.arrayBuffer()).toString('utf8');
    expect(all).toContain(bookingId);
    for (const secret of [hash, 'planted-idempotency', 'sk_planted', 'whsec_planted'])
      expect(all).not.toContain(secret);
    const named = await db.query<{ name: string }>(
      `select f.file || '.' || c.name as name from private.export_files() as f cross join lateral private.export_columns(f.source) as c
       where c.name ~* '(hash|token|secret|password|credential)'`,
    );
    expect(named).toEqual([]);
  });

  test('has a file for every table that people of a company read', async () => {
    const left = await db.query<{ name: string }>(
      `select c.relname as name from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attname = 'company_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and not exists (select from private.export_files() as f where to_regclass(f.source) = c.oid) order by 1`,
    );
    // Members are in "team"; list views and guides' preferences are personal.
    expect(left.map(({ name }) => name)).toEqual(['booking_views', 'company_members', 'guide_profiles', 'guide_rules']);
  });

  test('has a file for the company’s settings; every other table is listed here with a reason', async () => {
    const left = await db.query<{ name: string }>(
      `select c.relname as name from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attname = 'company_id'
       where c.relnamespace = 'private'::regnamespace and c.relkind = 'r'
         and not exists (select from private.export_files() as f where to_regclass(f.source) = c.oid) order by 1`,
    );
    const recomputed = ['attendance_due', 'booked_days', 'booked_days_due', 'booking_list', 'document_counters'];
    const opensSomething = ['api_keys', 'calendar_feeds', 'invitations', 'payment_sessions', 'payment_settings'];
    const opensToo = ['ticket_keys', 'unsubscribe_links'];
    const underWay = [
      'company_exports',
      'pending_change_events',
      'figure_progress',
      'planned_erasures',
      'ownership_offers',
      'jobs',
    ];
    // Sent mails and events of providers or receivers repeat what bookings and payments contain.
    const copies = ['octo_bookings', 'outbox_messages', 'payment_events', 'webhook_events', 'imported_bookings'];
    const ofPeople = ['device_reports', 'mfa_requirements', 'former_members', 'installed_apps', 'registrations'];
    const small = [
      'company_logos',
      'company_slugs',
      'embedding_sites',
      'email_template_settings',
      'settled_months',
      'tour_slugs',
    ];
    const known = [recomputed, opensSomething, opensToo, underWay, copies, ofPeople, small].flat();
    expect(left.map(({ name }) => name)).toEqual(known.toSorted());
  });

  test('has allotments, and the value of codes without the codes', async () => {
    const company = await makeCompany(db);
    const partner = await makeOrganisation(db, [company]);
    const departureId = await makeDeparture(db, company);
    await db.query(
      `insert into private.allotments (tour_id, agreement_id, seats, release_hours)
       select d.tour_id, l.id, 7, 24 from public.departures as d, public.organisation_companies as l
       where d.id = $1 and l.company_id = $2 and l.organisation_id = $3`,
      [departureId, company.id, partner.id],
    );
    await db.query(
      `insert into private.codes (company_id, code, kind, percent) values ($1, 'PLANTED-CODE', 'percentage', 15)`,
      [company.id],
    );
    const file = await unpacked(await fetchExport(await makeExport(company)));
    expect(JSON.parse(file('json/allotments.json'))).toMatchObject([{ seats: 7, release_hours: 24 }]);
    expect(JSON.parse(file('json/codes.json'))).toMatchObject([{ kind: 'percentage', percent: 15 }]);
    expect(file('json/codes.json') + file('csv/codes.csv')).not.toContain('PLANTED-CODE');
  });

  test('is made once, opens by its key for ten minutes, and is deleted after a week', async () => {
    const company = await makeCompany(db);
    const { owner } = company.people;
    const first = (await request(owner, company))['export'] as { id: string; state: string };
    expect(first.state).toBe('running');
    expect(((await request(owner, company))['export'] as { id: string }).id).toBe(first.id);
    expect(await open(owner, company)).toEqual({ status: 'gone' });
    const key = await makeExport(company);
    const mails = await db.query(`select template, recipient from private.outbox_messages where company_id = $1`, [
      company.id,
    ]);
    expect(mails).toEqual([{ template: 'company-export', recipient: `${owner}@muster.test` }]);
    expect((await fetchExport(key, { method: 'POST' })).status).toBe(405);
    expect([(await fetchExport(`${key}x`)).status, (await fetchExport('')).status]).toEqual([404, 404]);
    await db.query(
      `update private.company_exports set token_until = now() - interval '1 second' where company_id = $1`,
      [company.id],
    );
    expect((await fetchExport(key)).status).toBe(404);
    const newToken = (await open(owner, company))['token'] as string;
    expect((await fetchExport(newToken)).status).toBe(200);
    await db.query(
      `update private.company_exports set expires_at = now() - interval '1 second' where company_id = $1`,
      [company.id],
    );
    expect((await fetchExport(newToken)).status).toBe(404);
    await db.rpc('service_role', 'begin_job_run', {});
    expect(await db.query(`select from private.company_exports where company_id = $1`, [company.id])).toEqual([]);
  });

  test('cannot be opened or continued after its owner has left', async () => {
    const company = await makeCompany(db);
    await makeExport(company);
    const formerOwner = await makePerson(db, { role: 'owner', company: company.id });
    const key = (await open(formerOwner, company))['token'] as string;
    const part = () => db.rpc<RpcResult>('service_role', 'read_export_part', { token: key, ordinal: 1 });
    expect((await part()).status).toBe('ok');
    expect((await fetchExport(key)).status).toBe(200);
    const left = { person: formerOwner, company: company.id };
    expect(await db.rpc(company.people.owner, 'deactivate_member', left)).toMatchObject({ status: 'ok' });
    expect((await part()).status).toBe('not_found');
    expect((await fetchExport(key)).status).toBe(404);
  });

  test('is requested, opened and seen by the owner only', async () => {
    const company = await makeCompany(db);
    const partner = await makeOrganisation(db, [company]);
    await db.query(`update public.organisation_companies set data_sharing = true where company_id = $1`, [company.id]);
    await db.rpc(partner.admin, 'impersonate', { company: company.id });
    await makeExport(company);
    const others = COMPANY_ROLES.filter((role) => role !== 'owner').map((role) => company.people[role]);
    for (const person of [...others, partner.admin, (await makeCompany(db)).people.owner]) {
      expect(await request(person, company)).toEqual({ status: 'not_permitted' });
      expect(await open(person, company)).toEqual({ status: 'not_permitted' });
    }
    expect(await db.rpc(partner.admin, 'read_company_data', { company: company.id })).toMatchObject({
      may_decide: false,
      export: null,
    });
    const events = await db.query<{ action: string }>(
      `select action from public.audit_events where company_id = $1 and action like '%export%' order by action`,
      [company.id],
    );
    expect(events.map(({ action }) => action)).toEqual(['download_company_export', 'export_company']);
  });
});

describe('closing', () => {
  const close = (who: Persona, company: Company, name = company.name) =>
    db.rpc<RpcResult>(who, 'close_company', { company: company.id, name });
  const end = (company: Company) => endCompany.run({ company: company.id }, { ports: ports(), id: 'x', attempt: 1 });
  const stateOf = async (company: Company) =>
    (
      await db.query(`select name, is_active, closes_at is null as goes_on from public.companies where id = $1`, [
        company.id,
      ])
    )[0];
  const sells = async (company: Company) =>
    (
      await db.query<{ found: string | null }>(`select private.guest_company($1) as found`, [`company-${company.id}`])
    )[0]!.found !== null;

  test('requires the name, mails the team and stops sales at once; cancelling it restores everything', async () => {
    const company = await makeCompany(db);
    const { owner } = company.people;
    expect(await close(owner, company, 'Another name')).toEqual({ status: 'other_name' });
    expect(await sells(company)).toBe(true);
    const closed = await close(owner, company, ' harbour walks ');
    expect(Math.round((Date.parse(closed['closes_at'] as string) - Date.now()) / 86_400_000)).toBe(30);
    expect(await close(owner, company)).toEqual(closed);
    expect(await sells(company)).toBe(false);
    const closingMails = () =>
      db.query(`select from private.outbox_messages where company_id = $1 and template = 'company-closing'`, [
        company.id,
      ]);
    expect(await closingMails()).toHaveLength(COMPANY_ROLES.length);
    expect(await db.rpc(owner, 'cancel_company_closing', { company: company.id })).toEqual({ status: 'ok' });
    expect(await sells(company)).toBe(true);
    expect(await closingMails()).toHaveLength(2 * COMPANY_ROLES.length);
    expect(await stateOf(company)).toEqual({ name: 'Harbour Walks', is_active: true, goes_on: true });
  });

  test('happens on its day and not earlier, and deletes keys, addresses and guests', async () => {
    const company = await makeCompany(db);
    const { owner } = company.people;
    const departureId = await makeDeparture(db, company, { localDate: '2026-01-05' });
    const { bookingId } = await makeBooking(db, company, { departureId, guests: 1 });
    await invite(company);
    await givePaymentKeys(company);
    await close(owner, company);
    await end(company);
    expect(await stateOf(company)).toMatchObject({ name: 'Harbour Walks' });
    await db.query(`update public.companies set closes_at = now() - interval '1 minute' where id = $1`, [company.id]);
    await db.rpc('service_role', 'begin_job_run', {});
    expect(
      await db.query(`select from private.jobs where kind = 'end_company' and payload ->> 'company' = $1`, [
        company.id,
      ]),
    ).toHaveLength(1);
    await end(company);
    expect(await stateOf(company)).toEqual({ name: '—', is_active: false, goes_on: true });
    expect(await db.query(`select contact_name from public.bookings where id = $1`, [bookingId])).toEqual([
      { contact_name: '—' },
    ]);
    for (const table of ['payment_settings', 'invitations', 'company_exports'])
      expect([table, await db.query(`select from private.${table} where company_id = $1`, [company.id])]).toEqual([
        table,
        [],
      ]);
    expect(await db.rpc(owner, 'read_company_data', { company: company.id })).toEqual({ status: 'not_permitted' });
  });

  test('that was cancelled does not happen; only the owner closes or cancels', async () => {
    const company = await makeCompany(db);
    await close(company.people.owner, company);
    await db.rpc(company.people.owner, 'cancel_company_closing', { company: company.id });
    await end(company);
    expect(await stateOf(company)).toMatchObject({ name: 'Harbour Walks' });
    const partner = await makeOrganisation(db, [company]);
    await db.rpc(partner.admin, 'impersonate', { company: company.id });
    for (const person of [company.people.office, company.people.guide, partner.admin]) {
      expect(await close(person, company)).toEqual({ status: 'not_permitted' });
      expect(await db.rpc(person, 'cancel_company_closing', { company: company.id })).toEqual({
        status: 'not_permitted',
      });
    }
  });
});

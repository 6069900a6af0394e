/**
 * Two-factor authentication required by a company of its owners and office: which permissions pause, which stay, and
 * who may require it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Uuid } from '../../src/domain/ids.ts';
import {
  makeBooking,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Database, Query } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

type RpcResult = { status: string } & Record<string, unknown>;
type Level = 'aal1' | 'aal2' | null;

/** Tables of permission names, which contain nothing personal. */
const NAMES = ['permissions', 'roles', 'roles_permissions'];
/** Tables that say who a person is and what their company requires; readable at any level. */
const IDENTITY = new Set([
  'companies',
  'company_members',
  'organisation_members',
  'organisations',
  'permissions',
  'roles',
  'roles_permissions',
  'roles_users',
  'users',
]);

describe('two-factor authentication', () => {
  let db: Database;
  beforeAll(async () => {
    db = await openPostgres();
  });
  afterAll(() => db?.close());

  /** Runs `work` as a person whose session has the given level; null leaves it out of the token. */
  const at = <T>(person: Uuid, level: Level, work: (query: Query) => Promise<T>): Promise<T> =>
    db.as(person, async (query) => {
      await query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ sub: person, role: 'authenticated', ...(level ? { aal: level } : {}) }),
      ]);
      return work(query);
    });
  const call = (person: Uuid, level: Level, name: string, args: Record<string, unknown> = {}): Promise<RpcResult> =>
    at(person, level, async (query) => {
      const list = Object.keys(args).map((key, n) => `${key} => $${n + 1}`);
      const [row] = await query<{ result: RpcResult }>(
        `select public.${name}(${list.join(', ')}) as result`,
        Object.values(args).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
      );
      return row!.result;
    });
  const set = (company: Company, isOn: boolean, level: Level = 'aal2', who = company.people.owner) =>
    call(who, level, 'set_mfa_requirement', { company: company.id, is_on: isOn });
  const addFactor = (person: Uuid, status = 'verified') =>
    db.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $2, 'totp', $3, now(), now())`,
      [randomUUID(), person, status],
    );
  /** Returns how many rows of each table a person can read. */
  const readableRows = async (person: Uuid, level: Level): Promise<Record<string, number>> => {
    const tables = await db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables)
      counts[name] = (await at(person, level, (query) => query(`select from public.${name}`))).length;
    return counts;
  };

  async function scene() {
    const company = await makeCompany(db);
    const departureId = await makeDeparture(db, company);
    const { bookingId } = await makeBooking(db, company, { departureId });
    await db.query(`insert into public.booking_views (company_id, name, view) values ($1, 'Unpaid', '{}')`, [
      company.id,
    ]);
    await db.query(`insert into public.guide_rules values ($1, 20)`, [company.id]);
    // Data of the guide alone.
    const { guide } = company.people;
    await db.query('insert into public.guide_profiles (company_id, user_id) values ($1, $2)', [company.id, guide]);
    await db.query(
      `insert into public.time_off (id, company_id, user_id, starts_at, ends_at) values (gen_random_uuid(), $1, $2, now(), now() + interval '1 day')`,
      [company.id, guide],
    );
    await db.query(`insert into public.emergency_contacts values ($1, 'Kim', '+4511223344')`, [guide]);
    return { company, departureId, bookingId };
  }

  test('changes no permissions while no company requires it', async () => {
    const { company } = await scene();
    for (const person of Object.values(company.people)) {
      expect(await readableRows(person, 'aal1')).toEqual(await readableRows(person, 'aal2'));
      expect(await call(person, 'aal1', 'read_companies_awaiting_mfa')).toEqual({ status: 'ok', companies: [] });
    }
  });

  test('a person with a factor can do nothing by password alone, and their tablet loses nothing', async () => {
    const { company, departureId, bookingId } = await scene();
    const { owner, guide } = company.people;
    const platform = await makePerson(db, { role: 'platform_admin' });
    const { admin } = await makeOrganisation(db, [company]);
    const [row] = await db.query<{ today: string }>(
      'select local_date::text as today from public.departures where id = $1',
      [departureId],
    );
    for (const person of [owner, guide, platform, admin]) {
      const before = await readableRows(person, 'aal1');
      expect(before['companies']).toBeGreaterThan(0);
      await addFactor(person, 'unverified');
      expect(await readableRows(person, 'aal1')).toEqual(before);
      await addFactor(person);
      for (const level of ['aal1', null] as const) {
        const seen = await readableRows(person, level);
        expect(Object.keys(seen).filter((table) => seen[table]! > 0)).toEqual(NAMES);
      }
      expect(await readableRows(person, 'aal2')).toEqual(before);
    }
    for (const who of [platform, admin])
      expect(await call(who, 'aal1', 'impersonate', { company: company.id })).toEqual({ status: 'signed_out' });
    const profile = { display_name: 'Thief', locale: 'en' };
    expect(await call(owner, 'aal1', 'change_own_profile', profile)).toEqual({ status: 'signed_out' });
    expect(await call(owner, 'aal1', 'read_codes', { company: company.id })).toEqual({ status: 'not_permitted' });
    const theirs = { company: company.id, person: guide };
    for (const [person, name, args] of [
      [guide, 'read_availability', theirs],
      [guide, 'save_availability', { ...theirs, version: 0, changes: { hours: null } }],
      [guide, 'read_my_month', { company: company.id, from_date: row!.today, to_date: row!.today }],
      [guide, 'answer_assignment', { company: company.id, departure: departureId, reply: 'declined' }],
      [guide, 'read_emergency_contact', {}],
      [guide, 'read_pending_requests', {}],
      [owner, 'read_companies_awaiting_mfa', {}],
      [
        owner,
        'report_device',
        { device: { id: randomUUID() }, company: company.id, waiting: 0, parked: 0, synced_at: '2026-11-20T10:00:00Z' },
      ],
    ] as const)
      expect([name, (await call(person, 'aal1', name, args)).status]).toEqual([
        name,
        expect.stringMatching(/^(signed_out|not_permitted)$/),
      ]);
    const device = makeDevice();
    const note = device.action('note', { company, departureId, bookingId, payload: { text: 'by the quay' } });
    const push = (level: Level) => call(owner, level, 'check_in_push', { device: device.header(), actions: [note] });
    const span = { company: company.id, from_date: row!.today, to_date: row!.today, cursor: null };
    expect(await push('aal1')).toEqual({ status: 'signed_out' });
    expect(await call(owner, 'aal1', 'check_in_pull', span)).toEqual({ status: 'signed_out' });
    expect(await push('aal2')).toMatchObject({ status: 'ok', outcomes: [{ id: note.id, status: 'applied' }] });
    expect(await call(owner, 'aal2', 'check_in_pull', span)).toMatchObject({ status: 'ok' });
  });

  test('at the first level, owners and office read nothing of the company in any table', async () => {
    const { company } = await scene();
    const { owner, office } = company.people;
    const before = { owner: await readableRows(owner, null), office: await readableRows(office, null) };
    expect((await set(company, true)).status).toBe('ok');
    for (const [name, person] of [
      ['owner', owner],
      ['office', office],
    ] as const) {
      expect(before[name]).toMatchObject({ bookings: 1, departures: 1, tours: 1, booking_views: 1 });
      expect(await readableRows(person, 'aal2')).toMatchObject({
        ...before[name],
        audit_events: name === 'owner' ? 1 : 0,
      });
      for (const level of ['aal1', null] as const) {
        const seen = await readableRows(person, level);
        const open = Object.keys(seen).filter((table) => seen[table]! > 0 && !IDENTITY.has(table));
        expect(open).toEqual([]);
        // They still see who they are, so that the app can say what is needed.
        for (const table of ['users', 'roles_users', 'companies']) expect(seen[table]).toBe(before[name][table]);
      }
    }
  });

  test('at the first level nothing is written either, until the requirement is lifted', async () => {
    const { company } = await scene();
    const { owner } = company.people;
    await set(company, true);
    const invite = {
      request: randomUUID(),
      emails: [`${randomUUID()}@muster.test`],
      roles: ['guide'],
      company: company.id,
    };
    const inviteStatus = (level: Level) =>
      at(owner, level, async (query) => {
        const [row] = await query<{ result: RpcResult }>(
          `select public.invite(request => $1, emails => $2, roles => $3, company => $4) as result`,
          [invite.request, invite.emails, invite.roles, invite.company],
        );
        return row!.result.status;
      });
    expect(await inviteStatus('aal1')).toBe('not_permitted');
    expect((await call(owner, 'aal1', 'read_codes', { company: company.id })).status).toBe('not_permitted');
    expect((await set(company, false, 'aal1')).status).toBe('not_permitted');
    expect(await inviteStatus('aal2')).toBe('ok');
    expect((await set(company, false)).status).toBe('ok');
    expect((await call(owner, 'aal1', 'read_codes', { company: company.id })).status).toBe('ok');
  });

  test('does not affect other members of the team, or other companies of the same person', async () => {
    const { company } = await scene();
    const other = await scene();
    const { owner, reservations, guide } = company.people;
    await db.query(
      `insert into public.roles_users (user_id, role, company) select $1, id, $2 from public.roles where guard_name = 'office'`,
      [owner, other.company.id],
    );
    const before = { reservations: await readableRows(reservations, 'aal1'), guide: await readableRows(guide, 'aal1') };
    await set(company, true);
    expect(await readableRows(reservations, 'aal1')).toEqual(before.reservations);
    expect(await readableRows(guide, 'aal1')).toEqual(before.guide);
    expect((await readableRows(owner, 'aal1'))['bookings']).toBe(1);
    expect(await call(owner, 'aal1', 'read_companies_awaiting_mfa')).toEqual({
      status: 'ok',
      companies: [company.name],
    });
    expect(await call(guide, 'aal1', 'read_companies_awaiting_mfa')).toEqual({ status: 'ok', companies: [] });
  });

  test('a second role of another kind does not bypass the requirement', async () => {
    const { company } = await scene();
    const person = await makePerson(db, { role: 'office', company: company.id });
    await db.query(
      `insert into public.roles_users (user_id, role, company) select $1, id, $2 from public.roles where guard_name = 'reservations'`,
      [person, company.id],
    );
    await set(company, true);
    expect((await readableRows(person, 'aal1'))['bookings']).toBe(0);
    expect((await readableRows(person, 'aal2'))['bookings']).toBe(1);
  });

  test('applies to a partner acting for the company, but not to the partner’s own screens', async () => {
    const { company } = await scene();
    const { id, admin } = await makeOrganisation(db, [company]);
    await db.query('update public.organisation_companies set data_sharing = true where organisation_id = $1', [id]);
    await set(company, true);
    await db.query('update public.users set impersonated_company_id = $1 where id = $2', [company.id, admin]);
    expect((await readableRows(admin, 'aal1'))['tours']).toBe(0);
    expect((await readableRows(admin, 'aal2'))['tours']).toBe(1);
    expect(await call(admin, 'aal1', 'read_companies_awaiting_mfa')).toMatchObject({ companies: [company.name] });
    expect((await readableRows(admin, 'aal1'))['organisation_companies']).toBe(1);
  });

  test('a tablet in the roll-call is asked to sign in and loses no action', async () => {
    const { company, departureId, bookingId } = await scene();
    const { office } = company.people;
    await set(company, true);
    const device = makeDevice();
    const note = device.action('note', { company, departureId, bookingId, payload: { text: 'by the quay' } });
    const push = (level: Level) => call(office, level, 'check_in_push', { device: device.header(), actions: [note] });
    const [row] = await db.query<{ today: string }>(
      'select local_date::text as today from public.departures where id = $1',
      [departureId],
    );
    const pull = (level: Level) =>
      call(office, level, 'check_in_pull', {
        company: company.id,
        from_date: row!.today,
        to_date: row!.today,
        cursor: null,
      });
    expect(await push('aal1')).toEqual({ status: 'signed_out' });
    expect(await pull('aal1')).toEqual({ status: 'signed_out' });
    expect(await push('aal2')).toMatchObject({ status: 'ok', outcomes: [{ id: note.id, status: 'applied' }] });
    expect(await pull('aal2')).toMatchObject({ status: 'ok' });
  });

  test('actions of other companies on the tablet wait too when one company requires it', async () => {
    const closed = await scene();
    const open = await scene();
    const { owner } = closed.company.people;
    await db.query('insert into public.company_members (user_id, company_id) values ($1, $2)', [
      owner,
      open.company.id,
    ]);
    await db.query(
      `insert into public.roles_users (user_id, role, company) select $1, id, $2 from public.roles where guard_name = 'office'`,
      [owner, open.company.id],
    );
    await set(closed.company, true);
    const device = makeDevice();
    const note = (at: typeof open) => device.action('note', { ...at, payload: { text: 'by the quay' } });
    const here = note(open);
    const there = note(closed);
    const unlock = device.action('report_unlock', {
      company: open.company,
      departureId: open.departureId,
      payload: { locks: [randomUUID()], reason: 'a typing error' },
    });
    const push = (level: Level, actions: unknown[]) =>
      call(owner, level, 'check_in_push', { device: device.header(), actions });
    for (const actions of [[there], [here, there], [unlock, there], [{ ...here, id: 'none' }, there]])
      expect(await push('aal1', actions)).toEqual({ status: 'signed_out' });
    expect(await db.query('select from public.check_in_actions where id = any ($1)', [[here.id, there.id]])).toEqual(
      [],
    );
    expect(await push('aal1', [here])).toMatchObject({ outcomes: [{ id: here.id, status: 'applied' }] });
    expect(await push('aal2', [here, there])).toMatchObject({
      outcomes: [
        { id: here.id, status: 'duplicate' },
        { id: there.id, status: 'applied' },
      ],
    });
  });

  test('does not apply to the platform’s staff, also while acting', async () => {
    const { company, departureId } = await scene();
    const admin = await makePerson(db, { role: 'platform_admin' });
    await set(company, true);
    await db.query('update public.users set impersonated_company_id = $1 where id = $2', [company.id, admin]);
    const [row] = await db.query<{ today: string }>(
      'select local_date::text as today from public.departures where id = $1',
      [departureId],
    );
    const span = { company: company.id, from_date: row!.today, to_date: row!.today, cursor: null };
    expect(await call(admin, 'aal1', 'read_companies_awaiting_mfa')).toEqual({ status: 'ok', companies: [] });
    expect((await readableRows(admin, 'aal1'))['tours']).toBeGreaterThan(0);
    expect((await call(admin, 'aal1', 'check_in_pull', span)).status).toBe('ok');
  });

  test('only an owner requires it, in their own right, and with a factor of their own', async () => {
    const { company } = await scene();
    const { id } = await makeOrganisation(db, [company]);
    const partner = await makePerson(db, { role: 'partner_admin', organisation: id });
    await db.query('update public.users set impersonated_company_id = $1 where id = $2', [company.id, partner]);
    const stranger = (await scene()).company.people.owner;
    for (const who of [company.people.office, company.people.guide, partner, stranger]) {
      expect((await set(company, true, 'aal2', who)).status).toBe('not_permitted');
      expect((await call(who, 'aal2', 'read_mfa_requirement', { company: company.id })).status).toBe('not_permitted');
    }
    expect((await set(company, true, 'aal1')).status).toBe('needs_own_mfa');
    expect((await call(company.people.owner, 'aal1', 'read_mfa_requirement', { company: company.id }))['is_on']).toBe(
      false,
    );
    expect((await set(company, true)).status).toBe('ok');
    expect((await set(company, true)).status).toBe('ok');
    const events = await db.query(
      `select after from public.audit_events where company_id = $1 and action = 'set_mfa_requirement'`,
      [company.id],
    );
    expect(events).toEqual([{ after: { is_on: true } }]);
  });

  test('lists members without a confirmed factor', async () => {
    const { company } = await scene();
    const { owner, office } = company.people;
    await addFactor(owner);
    await addFactor(office, 'unverified');
    const result = await set(company, true);
    expect(result).toMatchObject({ is_on: true });
    expect(result['people']).toEqual(
      expect.arrayContaining([
        { id: owner, name: 'owner', roles: ['owner'], has_mfa: true },
        { id: office, name: 'office', roles: ['office'], has_mfa: false },
      ]),
    );
    expect(result['people']).toHaveLength(2);
  });
});

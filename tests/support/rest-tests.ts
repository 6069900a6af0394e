/** The specification's calls and our RPCs through supabase-js, on any REST and Auth backend. */
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBooking, makeCompany, makeDeparture, makeOrganisation, makePerson } from './database-fixtures.ts';
import type { Company, Fixtures } from './database-fixtures.ts';
import { makeDevice } from './device-fixtures.ts';

export interface RestScene {
  fixtures: Fixtures;
  /** Returns a client signed in as a person, or as a visitor. */
  clientOf(person: string | null): SupabaseClient;
  close(): Promise<void>;
}

/** Declares the tests of a file for the backend that `open` opens. */
export function restTests(open: () => Promise<RestScene>): void {
  let scene: RestScene;
  let fixtures: Fixtures;
  let company: Company;
  let partner: { id: string; admin: string; agent: string };
  const clientOf = (person: string | null) => scene.clientOf(person);

  beforeAll(async () => {
    scene = await open();
    ({ fixtures } = scene);
    company = await makeCompany(fixtures);
    partner = await makeOrganisation(fixtures, [company]);
    // More relations between the tables: none of them may make an embedded select ambiguous.
    await makeCompany(fixtures);
  });
  afterAll(() => scene?.close());

  test('call 1: roles_users with company, organisation, role and its permissions', async () => {
    const guide = company.people.guide;
    const direct = await clientOf(guide)
      .from('roles_users')
      .select('company(is_active),organisation(is_active),role(guard_name,permissions(guard_name))')
      .eq('user_id', guide);
    expect(direct.error).toBeNull();
    const [row] = direct.data as unknown as {
      company: unknown;
      organisation: unknown;
      role: { guard_name: string; permissions: { guard_name: string }[] };
    }[];
    expect(row).toMatchObject({ company: { is_active: true }, organisation: null, role: { guard_name: 'guide' } });
    expect(row!.role.permissions.map((permission) => permission.guard_name).sort()).toEqual([
      'CHECK_IN_ACCESS',
      'INDIVIDUAL_SCHEDULE_ACCESS',
      'TOUR_ATTENDANCE_ACCESS',
    ]);

    const aliased = await clientOf(guide)
      .from('roles_users')
      .select(
        'company:companies(is_active),organisation:organisations(is_active),role:roles(guard_name,permissions(guard_name))',
      )
      .eq('user_id', guide);
    expect(aliased.error).toBeNull();
    expect(aliased.data).toEqual(direct.data);

    const embedded = await clientOf(guide)
      .from('roles_users')
      .select(
        'company:companies!company(is_active),role:roles!roles_users_role_fkey(guard_name,roles_permissions(permissions(guard_name)))',
      )
      .eq('user_id', guide);
    expect(embedded.error).toBeNull();
    expect(embedded.data).toMatchObject([{ company: { is_active: true }, role: { guard_name: 'guide' } }]);

    const ofPartner = await clientOf(partner.admin)
      .from('roles_users')
      .select('company(is_active),organisation(is_active),role(guard_name)')
      .eq('user_id', partner.admin);
    expect(ofPartner.data).toEqual([
      { company: null, organisation: { is_active: true }, role: { guard_name: 'partner_admin' } },
    ]);
  });

  test('call 1 returns that a company is switched off', async () => {
    const off = await makeCompany(fixtures, { isActive: false });
    const { data } = await clientOf(off.people.owner)
      .from('roles_users')
      .select('company(is_active)')
      .eq('user_id', off.people.owner);
    expect(data).toEqual([{ company: { is_active: false } }]);
  });

  test('call 2: users with companies and organisations, one row without a filter', async () => {
    const ofGuide = await clientOf(company.people.guide)
      .from('users')
      .select('companies(id,has_active_subscription),organisations(id)')
      .limit(1);
    expect(ofGuide.error).toBeNull();
    expect(ofGuide.data).toEqual([
      { companies: [{ id: company.id, has_active_subscription: true }], organisations: [] },
    ]);
    const ofPartner = await clientOf(partner.agent)
      .from('users')
      .select('companies(id,has_active_subscription),organisations(id)')
      .limit(1)
      .single();
    expect(ofPartner.data).toEqual({ companies: [], organisations: [{ id: partner.id }] });
  });

  test('call 3: impersonated_company_id of a person, single', async () => {
    const client = clientOf(partner.admin);
    const ask = () => client.from('users').select('impersonated_company_id').eq('id', partner.admin).single();
    expect((await ask()).data).toEqual({ impersonated_company_id: null });
    const started = await client.rpc('impersonate', { company: company.id });
    expect(started).toMatchObject({ error: null, data: { status: 'ok' } });
    expect((await ask()).data).toEqual({ impersonated_company_id: company.id });
    expect((await client.from('bookings').select('id').limit(1)).error).toBeNull();
    await client.rpc('stop_impersonating');
    expect((await ask()).data).toEqual({ impersonated_company_id: null });
  });

  test('the roll-call over REST: push, pull, look up', async () => {
    const departureId = await makeDeparture(fixtures, company);
    const party = await makeBooking(fixtures, company, { departureId });
    const client = clientOf(company.people.guide);
    const device = makeDevice();
    const action = device.action('note', {
      company,
      departureId,
      bookingId: party.bookingId,
      payload: { text: 'cut \ud83d, nul \u0000' },
    });
    const pushed = await client.rpc('check_in_push', { device: device.header(), actions: [action] });
    expect(pushed).toMatchObject({
      error: null,
      data: { status: 'ok', outcomes: [{ id: action.id, status: 'applied' }] },
    });
    const day = new Date().toISOString().slice(0, 10);
    const pulled = await client.rpc('check_in_pull', {
      company: company.id,
      from_date: day,
      to_date: day,
      cursor: null,
      page_size: 1000,
    });
    expect(pulled).toMatchObject({
      error: null,
      data: { status: 'ok', full: true, done: true, visible_departures: [departureId] },
    });
    const cursor = (pulled.data as { cursor: unknown }).cursor;
    const again = await client.rpc('check_in_pull', {
      company: company.id,
      from_date: day,
      to_date: day,
      cursor,
      page_size: 1000,
    });
    expect(again).toMatchObject({ error: null, data: { full: false, rows: { actions: [] } } });
    const lookUp = await client.rpc('check_in_look_up', {
      company: company.id,
      departure: departureId,
      code: { kind: 'ticket', value: party.guests[0]!.ticketCode },
    });
    expect(lookUp).toMatchObject({ error: null, data: { match: { booking_id: party.bookingId } } });
  });

  test('a visitor gets no rows', async () => {
    const client = clientOf(null);
    for (const table of ['users', 'companies', 'bookings', 'guests', 'roles'])
      expect({ table, code: (await client.from(table).select('*')).error?.code }).toEqual({ table, code: '42501' });
    const { error } = await client.rpc('check_in_push', { device: {}, actions: [] });
    expect(error).not.toBeNull();
  });

  test('signing up creates a row of users', async () => {
    const email = `${randomUUID()}@muster.test`;
    await clientOf(null).auth.signUp({
      email,
      password: 'a long password',
      options: { data: { display_name: 'Ana', locale: 'es' } },
    });
    const rows = await fixtures.query(
      `select display_name, locale from public.users join auth.users as account using (id) where account.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ display_name: 'Ana', locale: 'es' }]);
    const person = await makePerson(fixtures);
    expect((await clientOf(person).from('users').select('id')).data).toEqual([{ id: person }]);
  });
}

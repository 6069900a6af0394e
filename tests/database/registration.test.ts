/** Registration makes one company or organisation, with permissions in no other. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Uuid } from '../../src/domain/ids.ts';
import {
  makeBookings,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
} from '../support/database-fixtures.ts';
import { setPersona, type Database, type Persona, type Session } from '../support/database.ts';
import { openPostgres, waitsForLock } from '../support/database-postgres.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

interface RpcResult {
  status: string;
  company?: Uuid | null;
  organisation?: Uuid | null;
}

const confirm = (person: Uuid) => db.query('update auth.users set email_confirmed_at = now() where id = $1', [person]);
async function newcomer(): Promise<Uuid> {
  const person = await makePerson(db);
  await confirm(person);
  return person;
}

const COMPANY = { phone: '+4533112233', locale: 'da', time_zone: 'Europe/Copenhagen', currency: 'DKK' };
const named = () => `Walks ${randomUUID().slice(0, 8)}`;
const company = (persona: Persona, input: Record<string, unknown> = {}) =>
  db.rpc<RpcResult>(persona, 'register_company', { name: named(), ...COMPANY, ...input });
const organisation = (persona: Persona, input: Record<string, unknown> = {}) =>
  db.rpc<RpcResult>(persona, 'register_organisation', { name: named(), phone: '', locale: 'it', ...input });
const slugOf = async (id: Uuid | null | undefined) =>
  (await db.query<{ slug: string }>('select slug from public.companies where id = $1', [id]))[0]?.slug;

describe('a company', () => {
  test('is made with the given data for its owner alone, without a subscription', async () => {
    const person = await newcomer();
    const name = named();
    const result = await company(person, { name: `  ${name} ` });
    expect(result).toEqual({ status: 'ok', company: expect.any(String), organisation: null });
    expect(
      await db.as(person, (query) =>
        query(
          'select name, time_zone, currency, default_locale, contact_phone, contact_email, has_active_subscription, is_active from public.companies',
        ),
      ),
    ).toEqual([
      {
        name,
        time_zone: 'Europe/Copenhagen',
        currency: 'DKK',
        default_locale: 'da',
        contact_phone: '+4533112233',
        contact_email: null,
        has_active_subscription: false,
        is_active: true,
      },
    ]);
    expect(
      await db.query(
        `select r.guard_name, ru.company, ru.organisation from public.roles_users as ru join public.roles as r on r.id = ru.role where ru.user_id = $1`,
        [person],
      ),
    ).toEqual([{ guard_name: 'owner', company: result.company, organisation: null }]);
    expect(
      await db.query('select user_id, action from public.audit_events where company_id = $1', [result.company]),
    ).toEqual([{ user_id: person, action: 'register_company' }]);
  });

  test('is made once per person, whatever later calls ask for', async () => {
    const person = await newcomer();
    const [first, second] = await Promise.all([company(person), company(person)]);
    expect(second).toEqual(first);
    expect(await organisation(person)).toEqual(first);
    const [count] = await db.query('select count(*)::int as companies from public.company_members where user_id = $1', [
      person,
    ]);
    expect(count).toEqual({ companies: 1 });
  });

  test('gets a slug of its name that was never used', async () => {
    const tag = randomUUID().slice(0, 8);
    const registeredSlug = async (name: string) => slugOf((await company(await newcomer(), { name })).company);
    expect(await registeredSlug(`Ærø & Måløv Byvandring ${tag}`)).toBe(`aero-malov-byvandring-${tag}`);
    expect(await registeredSlug(`Aero, Malov: Byvandring ${tag}`)).toBe(`aero-malov-byvandring-${tag}-2`);
    await db.query('update public.companies set slug = $1 where slug = $2', [
      `new-${tag}`,
      `aero-malov-byvandring-${tag}`,
    ]);
    expect(await registeredSlug(`Aero Malov Byvandring ${tag}`)).toBe(`aero-malov-byvandring-${tag}-3`);
    expect(await registeredSlug('東京')).toMatch(/^tours(-|$)/);
    expect(await registeredSlug('Next')).toMatch(/^next-tours/);
    expect((await registeredSlug('x'.repeat(200)))!.length).toBeLessThanOrEqual(63);
  });

  test.each([
    ['no name', { name: '  ' }],
    ['a name of 201 characters', { name: 'x'.repeat(201) }],
    ['an unknown time zone', { time_zone: 'Europe/Atlantis' }],
    ['an offset for a time zone', { time_zone: '+02:00' }],
    ['no currency', { currency: '' }],
    ['a currency in words', { currency: 'euro' }],
    ['an invalid phone number', { phone: '12345' }],
    ['no language', { locale: null }],
  ])('with %s is refused, and registration can be repeated', async (_, input) => {
    const person = await newcomer();
    expect(await company(person, input)).toEqual({ status: 'invalid' });
    expect(await company(person)).toMatchObject({ status: 'ok' });
  });
});

describe('an organisation', () => {
  test('makes its creator the admin, and oversees no company', async () => {
    const person = await newcomer();
    const result = await organisation(person);
    expect(result).toEqual({ status: 'ok', company: null, organisation: expect.any(String) });
    const [may] = await db.query(
      `select private.subject_can(private.subject($1), 'ORGANISATION_ALL_ACCESS', null) as organisation,
         private.subject_can(private.subject($1), 'COMPANY_ALL_ACCESS', null) as company`,
      [person],
    );
    expect(may).toEqual({ organisation: true, company: false });
    expect(await db.as(person, (query) => query('select id from public.companies'))).toEqual([]);
  });

  test('never gets a reserved word of guests’ addresses as its slug', async () => {
    for (const name of ['Payment', 'Unsubscribe']) {
      const { organisation: id } = await organisation(await newcomer(), { name });
      const [row] = await db.query<{ slug: string }>('select slug from public.organisations where id = $1', [id]);
      expect(row?.slug).toMatch(new RegExp(`^${name.toLowerCase()}-tours`));
    }
  });

  test.each([{ name: '' }, { locale: null }, { phone: 'call us' }])('with %o is refused', async (input) => {
    expect(await organisation(await newcomer(), input)).toEqual({ status: 'invalid' });
  });
});

describe('permissions', () => {
  test('a person without a confirmed address cannot register', async () => {
    const person = await makePerson(db);
    expect(await company(person)).toEqual({ status: 'not_confirmed' });
    expect(await organisation(person)).toEqual({ status: 'not_confirmed' });
    await confirm(person);
    expect(await company(person)).toMatchObject({ status: 'ok' });
  });

  test('a person who already has an employer cannot register', async () => {
    const theirs = await makeCompany(db);
    const partner = await makeOrganisation(db);
    const admin = await makePerson(db, { role: 'partner_admin', organisation: partner.id });
    for (const person of [...Object.values(theirs.people), admin]) {
      await confirm(person);
      expect(await company(person)).toEqual({ status: 'already_member' });
      expect(await organisation(person)).toEqual({ status: 'already_member' });
    }
  });

  test('a signed-out caller cannot register', async () => {
    await expect(company('anon')).rejects.toThrow(/permission denied/);
    await expect(organisation('anon')).rejects.toThrow(/permission denied/);
  });

  test('registration gives no access to another company', async () => {
    const theirs = await makeCompany(db);
    const person = await newcomer();
    await company(person, { name: theirs.name });
    const [may] = await db.query(`select private.subject_can(private.subject($1), 'VIEW_BOOKINGS_ACCESS', $2) as may`, [
      person,
      theirs.id,
    ]);
    expect(may).toEqual({ may: false });
    expect(await db.rpc(person, 'read_first_steps', { company: theirs.id })).toEqual({ status: 'not_permitted' });
    expect(await db.rpc(person, 'record_app_installed', { company: theirs.id })).toEqual({ status: 'not_permitted' });
  });
});

describe('first steps', () => {
  const steps = (persona: Persona, id: Uuid) => db.rpc(persona, 'read_first_steps', { company: id });
  const NOTHING = { tour: false, price: false, date: false, guide: false, booking: false, app: false };

  test('of a new company are all open', async () => {
    const person = await newcomer();
    const { company: id } = await company(person);
    expect(await steps(person, id!)).toEqual({ status: 'ok', has_subscription: false, ...NOTHING });
  });

  test('are done once their subject exists', async () => {
    const person = await newcomer();
    const id = (await company(person)).company!;
    const completedSteps = async () => {
      const result = (await steps(person, id)) as Record<string, unknown>;
      return Object.keys(NOTHING).filter((step) => result[step]);
    };
    const [tour] = await db.query<{ id: Uuid }>(
      `insert into public.tours (company_id, slug, duration_minutes, capacity) values ($1, 'old-town', 90, 20) returning id`,
      [id],
    );
    expect(await completedSteps()).toEqual(['tour']);
    await db.query(
      `insert into public.price_categories (tour_id, company_id, type, amount) values ($1, $2, 'ADULT', 5000)`,
      [tour!.id, id],
    );
    expect(await completedSteps()).toEqual(['tour', 'price']);
    await makePerson(db, { role: 'guide', company: id });
    expect(await completedSteps()).toEqual(['tour', 'price', 'guide']);
    await db.rpc(person, 'record_app_installed', { company: id });
    await db.rpc(person, 'record_app_installed', { company: id });
    expect(await completedSteps()).toEqual(['tour', 'price', 'guide', 'app']);
  });

  test('include a date and a booking, and are read by the owner only', async () => {
    const theirs = await makeCompany(db);
    const departureId = await makeDeparture(db, theirs);
    expect(await steps(theirs.people.owner, theirs.id)).toMatchObject({
      tour: true,
      date: true,
      guide: true,
      booking: false,
    });
    await makeBookings(db, theirs, { departureId, requests: [{ names: ['Ada Jensen'], paidAmount: 0 }] });
    expect(await steps(theirs.people.owner, theirs.id)).toMatchObject({ booking: true });
    expect(await steps(theirs.people.office, theirs.id)).toEqual({ status: 'not_permitted' });
    await db.query(`update public.tours set status = 'archived' where company_id = $1`, [theirs.id]);
    expect(await steps(theirs.people.owner, theirs.id)).toMatchObject({ tour: false });
  });
});

describe('two concurrent registrations', () => {
  let server: Database;
  let left: Session & { close(): Promise<void> };
  let right: Session & { close(): Promise<void> };
  beforeAll(async () => {
    server = await openPostgres();
    [left, right] = [await server.connect(), await server.connect()];
  });
  afterAll(async () => {
    await left?.close();
    await right?.close();
    await server?.close();
  });
  const registerNewPerson = async () => {
    const person = await makePerson(server);
    await server.query('update auth.users set email_confirmed_at = now() where id = $1', [person]);
    return person;
  };
  /** Makes the second call after the first and before it commits. */
  async function atOnce(first: Uuid, second: Uuid, name: string): Promise<[RpcResult, RpcResult]> {
    await left.exec('begin');
    await setPersona(left.query, first);
    const [row] = await left.query<{ result: RpcResult }>(
      `select public.register_company($1, '', 'da', 'Europe/Copenhagen', 'DKK') as result`,
      [name],
    );
    const result = right.rpc<RpcResult>(second, 'register_company', { name, ...COMPANY });
    await waitsForLock(server);
    await left.exec('commit');
    return [row!.result, await result];
  }

  test('by the same person make one company', async () => {
    const person = await registerNewPerson();
    const [first, second] = await atOnce(person, person, named());
    expect(first).toMatchObject({ status: 'ok', company: expect.any(String) });
    expect(second).toEqual(first);
    expect(
      await server.query('select company_id from public.company_members where user_id = $1', [person]),
    ).toHaveLength(1);
  });

  test('with the same name get different slugs', async () => {
    const name = named();
    const results = await atOnce(await registerNewPerson(), await registerNewPerson(), name);
    const slugs = [];
    for (const { company: id } of results)
      slugs.push(
        (await server.query<{ slug: string }>('select slug from public.companies where id = $1', [id]))[0]?.slug,
      );
    const slug = name.toLowerCase().replace(' ', '-');
    expect(slugs).toEqual([slug, `${slug}-2`]);
  });
});

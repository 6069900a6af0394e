/** Company settings: who reads and saves them, concurrent saves, and what a change of time zone leaves alone. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COMPANY_ROLES,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import { endedOrWaiting, openPostgres } from '../support/database-postgres.ts';
import { setPersona, type Database, type Persona, type Session } from '../support/database.ts';
import { callAsGuest } from '../support/guest-requests.ts';
import { webp } from '../support/webp.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

type RpcResult = { status: string; version?: number } & Record<string, unknown>;
type Settings = Record<string, unknown>;

const read = (persona: Persona, company: string) => db.rpc<RpcResult>(persona, 'read_company_settings', { company });
const settingsOf = async (company: Company) => (await read(company.people.owner, company.id))['settings'] as Settings;
async function save(
  company: Company,
  changes: Settings,
  more: { as?: Persona; version?: number; isSure?: boolean } = {},
) {
  const settings = await settingsOf(company);
  const { as = company.people.owner, version = 1, isSure = false } = more;
  const input = { ...settings, ...changes };
  return db.rpc<RpcResult>(as, 'save_company_settings', { company: company.id, version, input, is_sure: isSure });
}
const newCompany = () => makeCompany(db);

describe('the logo', () => {
  const sent = webp({ size: 500 }).toString('base64');
  test('is stored once, read with the settings, shown to guests, and removed', async () => {
    const company = await newCompany();
    const { owner } = company.people;
    expect((await read(owner, company.id))['logo']).toBeNull();
    const stored = await db.rpc<RpcResult>(owner, 'set_company_logo', { company: company.id, picture: sent });
    expect(await db.rpc(owner, 'set_company_logo', { company: company.id, picture: sent })).toEqual(stored);
    expect((await read(owner, company.id))['logo']).toEqual({ tag: stored['tag'], base64: sent });
    const operator = () =>
      callAsGuest<{ operator: { logo: unknown } }>(db, 'read_operator', { operator: `company-${company.id}` });
    expect((await operator()).operator.logo).toBe(stored['tag']);
    expect(await db.rpc(owner, 'delete_company_logo', { company: company.id })).toEqual({ status: 'ok' });
    expect(await db.rpc(owner, 'delete_company_logo', { company: company.id })).toEqual({ status: 'ok' });
    expect((await operator()).operator.logo).toBeNull();
    const events = await db.query<{ action: string }>(
      `select action from public.audit_events where company_id = $1 order by action`,
      [company.id],
    );
    expect(events.map(({ action }) => action)).toEqual(['delete_company_logo', 'set_company_logo']);
  });

  test('is refused if it is not a picture, and to everybody but the owner', async () => {
    const [company, other] = [await newCompany(), await newCompany()];
    expect(
      await db.rpc(company.people.owner, 'set_company_logo', { company: company.id, picture: 'no picture' }),
    ).toEqual({ status: 'invalid', problems: [{ field: 'picture', code: 'not_a_picture' }] });
    const strangers = [
      other.people.owner,
      ...COMPANY_ROLES.filter((role) => role !== 'owner').map((role) => company.people[role]),
    ];
    for (const person of strangers)
      for (const [name, more] of [
        ['set_company_logo', { picture: sent }],
        ['delete_company_logo', {}],
      ] as const)
        expect(await db.rpc(person, name, { company: company.id, ...more })).toEqual({ status: 'not_permitted' });
  });
});

describe('permissions', () => {
  const others = COMPANY_ROLES.filter((role) => role !== 'owner');
  test.each(others)('a %s cannot read or save', async (role) => {
    const company = await newCompany();
    expect(await read(company.people[role], company.id)).toEqual({ status: 'not_permitted' });
    expect(await save(company, { name: 'Mine' }, { as: company.people[role] })).toEqual({ status: 'not_permitted' });
    expect((await settingsOf(company))['name']).toBe('Harbour Walks');
  });

  test('the owner of another or an inactive company cannot', async () => {
    const [company, other] = [await newCompany(), await newCompany()];
    expect(await read(other.people.owner, company.id)).toEqual({ status: 'not_permitted' });
    expect(await save(company, { name: 'Mine' }, { as: other.people.owner })).toEqual({ status: 'not_permitted' });
    await db.query('update public.companies set is_active = false where id = $1', [other.id]);
    expect(await read(other.people.owner, other.id)).toEqual({ status: 'not_permitted' });
    expect(await read(company.people.owner, randomUUID())).toEqual({ status: 'not_permitted' });
  });

  test('a partner admin can only while acting for the company, a partner agent never', async () => {
    const company = await newCompany();
    const organisation = await makeOrganisation(db, [company]);
    expect(await read(organisation.admin, company.id)).toEqual({ status: 'not_permitted' });
    await db.rpc(organisation.admin, 'impersonate', { company: company.id });
    expect(await read(organisation.admin, company.id)).toMatchObject({ status: 'ok' });
    expect(await save(company, { hold_minutes: 20 }, { as: organisation.admin })).toMatchObject({ status: 'ok' });
    expect(await read(organisation.agent, company.id)).toEqual({ status: 'not_permitted' });
    const [event] = await db.query<{ user_id: string }>(
      `select user_id from public.audit_events where company_id = $1 and action = 'save_company_settings'`,
      [company.id],
    );
    expect(event?.user_id).toBe(organisation.admin);
  });

  test('a platform admin can; an anonymous call is denied', async () => {
    const company = await newCompany();
    const admin = await makePerson(db, { role: 'platform_admin' });
    expect(await read(admin, company.id)).toMatchObject({ status: 'ok', version: 1 });
    await expect(read('anon', company.id)).rejects.toThrow(/permission denied/);
    await expect(save(company, {}, { as: 'anon' })).rejects.toThrow(/permission denied/);
  });

  test('no direct update of companies or read of reserved slugs is allowed', async () => {
    const company = await newCompany();
    const { owner } = company.people;
    await expect(
      db.as(owner, (query) => query(`update public.companies set name = 'Mine' where id = $1`, [company.id])),
    ).rejects.toThrow(/permission denied/);
    await expect(db.as(owner, (query) => query('select * from private.company_slugs'))).rejects.toThrow(
      /permission denied/,
    );
  });
});

describe('saving', () => {
  test('stores all settings, counts the version and logs before and after', async () => {
    const company = await newCompany();
    const changes = {
      name: '  Sea Walks ',
      contact_email: 'hello@sea.test',
      contact_phone: '+4512345678',
      default_locale: 'da',
      brand_colour: '#123456',
      booking_cut_off_minutes: 60,
      cancellation_cut_off_hours: 48,
      guests_may_move: false,
      hold_minutes: 25,
      terms_url: 'https://sea.test/terms?lang=da',
      embed_origins: ['https://www.sea.test', 'http://localhost:3000'],
      attendance_rule: 'check_ins_count',
      legal_name: 'Sea Walks ApS',
      legal_address: 'Havnegade 1\n1058 København',
      vat_number: 'DK12345678',
      document_note: 'IBAN DK50 0040 0440 1162 43',
    };
    expect(await save(company, changes)).toEqual({ status: 'ok', version: 2 });
    expect(await settingsOf(company)).toMatchObject({ ...changes, name: 'Sea Walks' });
    const events = await db.query<{ before: Settings; after: Settings; user_id: string }>(
      `select user_id, before, after from public.audit_events where company_id = $1`,
      [company.id],
    );
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      user_id: company.people.owner,
      before: { name: 'Harbour Walks', hold_minutes: 15 },
      after: { name: 'Sea Walks', hold_minutes: 25 },
    });
  });

  test('repeating a save after a lost response is ok and has no effect', async () => {
    const company = await newCompany();
    await save(company, { hold_minutes: 25 });
    expect(await save(company, { hold_minutes: 25 }, { version: 1 })).toEqual({ status: 'ok', version: 2 });
    expect(await db.query('select 1 from public.audit_events where company_id = $1', [company.id])).toHaveLength(1);
  });

  test('an outdated edit gets the current settings and changes nothing', async () => {
    const company = await newCompany();
    await save(company, { hold_minutes: 25 });
    expect(await save(company, { name: 'Late Walks' }, { version: 1 })).toMatchObject({
      status: 'stale',
      version: 2,
      settings: { name: 'Harbour Walks', hold_minutes: 25 },
    });
    expect((await settingsOf(company))['name']).toBe('Harbour Walks');
    expect(await save(company, { name: 'Late Walks' }, { version: 2 })).toEqual({ status: 'ok', version: 3 });
  });

  test.each([
    ['a blank name', { name: '   ' }, 'required'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'too_long'],
    ['a slug with a space', { slug: 'sea walks' }, 'slug'],
    ['a slug with capitals', { slug: 'Sea' }, 'slug'],
    ['no slug', { slug: null }, 'required'],
    ['a colour name', { brand_colour: 'red' }, 'colour'],
    ['an unknown time zone', { time_zone: 'Europe/Atlantis' }, 'time_zone'],
    ['an offset for a time zone', { time_zone: '+02' }, 'time_zone'],
    ['a currency of two letters', { currency: 'KR' }, 'currency'],
    ['no language', { default_locale: null }, 'required'],
    ['a hold time that is too short', { hold_minutes: 1 }, 'too_small'],
    ['a negative cut-off', { booking_cut_off_minutes: -1 }, 'too_small'],
    ['no attendance rule', { attendance_rule: null }, 'required'],
    ['a document footer that is too long', { document_note: 'x'.repeat(501) }, 'too_long'],
    ['a VAT number that is too long', { vat_number: 'x'.repeat(41) }, 'too_long'],
    ['a script as terms URL', { terms_url: 'javascript:alert(1)' }, 'url'],
    ['a site with a path', { embed_origins: ['https://sea.test/page'] }, 'origin'],
    ['a site without TLS', { embed_origins: ['http://sea.test'] }, 'origin'],
    ['all sites', { embed_origins: ['https://sea.test', 'https://*'] }, 'origin'],
    ['a site with a header injection', { embed_origins: ["https://sea.test; script-src 'unsafe-inline'"] }, 'origin'],
    ['too many sites', { embed_origins: Array.from({ length: 21 }, (_, at) => `https://s${at}.test`) }, 'too_large'],
    ['no list of sites', { embed_origins: null }, 'required'],
    ['an unknown setting', { colour: 'red' }, 'unknown'],
    ['a number as a text', { hold_minutes: '20' }, 'not_valid'],
    ['half a minute', { hold_minutes: 20.5 }, 'whole_number'],
    ['a number that no column can hold', { retention_months: 1e300 }, 'too_large'],
  ])('%s is refused', async (_, changes, code) => {
    const company = await newCompany();
    const before = await settingsOf(company);
    const [[name, value]] = Object.entries(changes) as [[string, unknown]];
    const field = code === 'origin' ? `${name}.${(value as unknown[]).length - 1}` : name;
    expect(await save(company, changes)).toEqual({ status: 'invalid', problems: [{ field, code }] });
    expect(await settingsOf(company)).toEqual(before);
  });
});

describe('the slug', () => {
  test('can change, and the old link stays reserved for the company', async () => {
    const [company, other] = [await newCompany(), await newCompany()];
    const old = (await settingsOf(company))['slug'];
    const slug = `sea-${company.id}`;
    expect(await save(company, { slug })).toMatchObject({ status: 'ok' });
    expect(await read(company.people.owner, company.id)).toMatchObject({ former_slugs: [old], settings: { slug } });
    expect(await save(other, { slug })).toEqual({ status: 'slug_taken' });
    expect(await save(other, { slug: old })).toEqual({ status: 'slug_taken' });
    expect(await save(company, { slug: old }, { version: 2 })).toMatchObject({ status: 'ok' });
    expect(await read(company.people.owner, company.id)).toMatchObject({ former_slugs: [slug] });
  });

  test('of a former name is not given to another company', async () => {
    const company = await newCompany();
    const old = (await settingsOf(company))['slug'];
    await save(company, { slug: `sea-${company.id}` });
    await expect(db.query(`insert into public.companies (name, slug) values ('Copy', $1)`, [old])).rejects.toThrow(
      /another company/,
    );
    expect(
      (
        await db.query<{ result: RpcResult }>(
          `select private.create_company_with_owner((select email from auth.users where id = $1)::text, 'Copy', $2) as result`,
          [company.people.owner, old],
        )
      )[0]!.result,
    ).toEqual({ status: 'slug_taken' });
  });

  test('cannot be a reserved word of guest page addresses', async () => {
    const company = await newCompany();
    for (const slug of ['next', 'view', 'payment', 'unsubscribe'])
      expect(await save(company, { slug })).toEqual({ status: 'slug_taken' });
  });

  test('can change to a new one ten times a day; other saves and own former slugs do not count', async () => {
    const company = await newCompany();
    const first = (await settingsOf(company))['slug'];
    let version = 0;
    const change = async (changes: Settings) => save(company, changes, { version: (version += 1) });
    for (let n = 0; n < 10; n += 1)
      expect([n, (await change({ slug: `sea-${randomUUID()}` })).status]).toEqual([n, 'ok']);
    expect(await change({ slug: `sea-${randomUUID()}` })).toEqual({
      status: 'rate_limited',
      retry_after: expect.any(Number),
    });
    version -= 1;
    expect(await change({ slug: first, name: 'Sea Walks' })).toMatchObject({ status: 'ok' });
    expect(await change({ name: 'Sea and Land' })).toMatchObject({ status: 'ok' });
    expect((await read(company.people.owner, company.id))['former_slugs']).toHaveLength(10);
  });

  test('taken by two companies at once goes to one, and the other is refused', async () => {
    const real = await openPostgres();
    const [first, second] = [await real.connect(), await real.connect()];
    try {
      const slug = `sea-${randomUUID()}`;
      const companies = [await makeCompany(real), await makeCompany(real)] as const;
      const take = async (company: Company, { query }: Session) => {
        const [{ settings }] = (
          await query<{ result: { settings: Settings } }>('select public.read_company_settings($1) as result', [
            company.id,
          ])
        ).map(({ result }) => result) as [{ settings: Settings }];
        const [row] = await query<{ result: RpcResult }>(
          'select public.save_company_settings($1, 1, $2::jsonb) as result',
          [company.id, { ...settings, slug }],
        );
        return row!.result;
      };
      for (const [at, session] of [first, second].entries()) {
        await session.exec('begin');
        await setPersona(session.query, companies[at]!.people.owner);
      }
      expect(await take(companies[0], first)).toMatchObject({ status: 'ok' });
      const late = take(companies[1], second);
      await endedOrWaiting(late, real);
      await first.exec('commit');
      expect(await late).toEqual({ status: 'slug_taken' });
      await second.exec('commit');
    } finally {
      await Promise.all([first.close(), second.close()]);
      await real.close();
    }
  });
});

describe('a change of time zone or currency', () => {
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const departures = (company: Company) =>
    db.query('select id, starts_at, ends_at, local_date from public.departures where company_id = $1 order by id', [
      company.id,
    ]);

  test('needs confirmation if departures are ahead, and moves none of them', async () => {
    const company = await newCompany();
    await makeDeparture(db, company, { localDate: tomorrow() });
    const before = await departures(company);
    const refusal = await save(company, { time_zone: 'Europe/London' });
    expect(refusal).toMatchObject({
      status: 'must_confirm',
      upcoming_impact: { departures: 1, next_title: 'Harbour walk' },
    });
    expect((await settingsOf(company))['time_zone']).toBe('Europe/Copenhagen');
    expect(await save(company, { time_zone: 'Europe/London' }, { isSure: true })).toMatchObject({ status: 'ok' });
    expect((await settingsOf(company))['time_zone']).toBe('Europe/London');
    expect(await departures(company)).toEqual(before);
  });

  test('of the currency needs confirmation if there are prices, and keeps their numbers', async () => {
    const company = await newCompany();
    expect(await save(company, { currency: 'EUR' })).toMatchObject({
      status: 'must_confirm',
      upcoming_impact: { departures: 0, prices: 1 },
    });
    expect(await save(company, { currency: 'EUR' }, { isSure: true })).toMatchObject({ status: 'ok' });
    expect(await db.query('select amount from public.price_categories where company_id = $1', [company.id])).toEqual([
      { amount: 5000 },
    ]);
  });

  test('of the time zone is saved at once if nothing is ahead', async () => {
    const company = await newCompany();
    expect(await save(company, { time_zone: 'UTC' })).toMatchObject({ status: 'ok' });
  });
});

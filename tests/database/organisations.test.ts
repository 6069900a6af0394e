/** Partner organisations: settings, team and agreements with companies, and who may do what. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCompany, makeOrganisation, makePerson } from '../support/database-fixtures.ts';
import type { Company } from '../support/database-fixtures.ts';
import { endedOrWaiting, openPostgres } from '../support/database-postgres.ts';
import { setPersona, type Database, type Persona, type Session } from '../support/database.ts';
import { callAsGuest } from '../support/guest-requests.ts';
import { teamCalls } from '../support/team-calls.ts';
import { webp } from '../support/webp.ts';

const PICTURE = webp().toString('base64');
type RpcResult = { status: string } & Record<string, unknown>;
interface Agreement {
  id: string;
  counterpart: string;
  agreement_status: string;
  terms: { percent: number };
  shares_guests: boolean;
}

describe('an organisation', () => {
  let db: Database;
  let company: Company;
  let partner: Awaited<ReturnType<typeof makeOrganisation>>;
  let other: Awaited<ReturnType<typeof makeOrganisation>>;
  beforeAll(async () => {
    db = await openPostgres();
    company = await makeCompany(db);
    partner = await makeOrganisation(db, [company]);
    other = await makeOrganisation(db, [company]);
  });
  afterAll(() => db?.close());

  const call = (as: Persona, name: string, input: Record<string, unknown>) => db.rpc<RpcResult>(as, name, input);
  const settings = async (as: Persona = partner.admin, id = partner.id) =>
    call(as, 'read_organisation_settings', { organisation: id });
  /** Saves the current settings with changes. */
  async function save(as: Persona, changed: Record<string, unknown>, version?: number) {
    const read = await settings();
    return call(as, 'save_organisation_settings', {
      organisation: partner.id,
      version: version ?? read['version'],
      input: { ...(read['settings'] as object), ...changed },
    });
  }
  const agreements = async (as: Persona, of: { company?: string; organisation?: string }) =>
    (await call(as, 'read_agreements', of)) as RpcResult & { agreements: Agreement[] };
  const loggedActions = async (subject: string) =>
    (
      await db.query<{ action: string; company_id: string | null }>(
        'select action, company_id from public.audit_events where subject_id = $1 order by happened_at, id',
        [subject],
      )
    ).map((event) => [event.action, event.company_id]);

  /** Everybody except the organisation's own admin. */
  const strangers = (): Record<string, Persona> => ({
    'another organisation’s admin': other.admin,
    'its agent': partner.agent,
    'the company’s owner': company.people.owner,
    'a guide': company.people.guide,
    'nobody signed in': 'anon',
  });

  test('is managed and read by its own admins only', async () => {
    for (const [name, who] of Object.entries(strangers())) {
      const acts: [string, Record<string, unknown>][] = [
        ['read_organisation_settings', { organisation: partner.id }],
        ['set_organisation_logo', { organisation: partner.id, picture: PICTURE }],
        ['delete_organisation_logo', { organisation: partner.id }],
        ['read_team', { organisation: partner.id }],
        ['read_agreements', { organisation: partner.id }],
        ['deactivate_member', { company: null, person: partner.agent, organisation: partner.id }],
      ];
      for (const [act, input] of acts)
        expect([
          name,
          act,
          await call(who, act, input).then(
            ({ status }) => status,
            () => 'refused',
          ),
        ]).toEqual([name, act, who === 'anon' ? 'refused' : 'not_permitted']);
      const saved = save(who, { name: 'Taken' }).then(
        ({ status }) => status,
        () => 'refused',
      );
      expect([name, await saved]).toEqual([name, who === 'anon' ? 'refused' : 'not_permitted']);
    }
    expect((await settings())['settings']).toMatchObject({ name: 'City Partners' });
    const admin = await makePerson(db, { role: 'platform_admin' });
    expect(await settings(admin)).toMatchObject({ status: 'ok' });
  });

  test('is saved as a whole: an outdated save is stale, and a repeat has no effect', async () => {
    const mine = await makeOrganisation(db, []);
    partner = { ...partner };
    const { version } = (await settings()) as unknown as { version: number };
    const changed = { name: 'City Stays', default_commission: 12.5, brand_colour: '#0b5c66' };
    expect(await save(partner.admin, changed)).toEqual({ status: 'ok', version: version + 1 });
    expect(await save(partner.admin, changed, version)).toEqual({ status: 'ok', version: version + 1 });
    expect(await save(partner.admin, { name: 'Late' }, version)).toMatchObject({
      status: 'stale',
      version: version + 1,
      settings: { name: 'City Stays', default_commission: 12.5 },
    });
    for (const wrong of [
      { name: ' ' },
      { slug: 'No Slug' },
      { brand_colour: 'red' },
      { default_commission: 100.5 },
      { default_commission: -1 },
      { default_commission: null },
    ])
      expect(await save(partner.admin, wrong)).toMatchObject({
        status: 'invalid',
        problems: [{ field: Object.keys(wrong)[0] }],
      });
    for (const slug of ['view', 'unsubscribe', `organisation-${mine.id}`])
      expect(await save(partner.admin, { slug })).toEqual({ status: 'slug_taken' });
    expect((await loggedActions(partner.id)).filter(([action]) => action === 'save_organisation_settings')).toEqual([
      ['save_organisation_settings', null],
    ]);
  });

  test('lists the sites that may embed its pages, and an operator’s pages in its name', async () => {
    const sites = ['https://stays.test', 'http://localhost:3000'];
    const bySlug = () => ({ organisation: String((read as { slug: string }).slug) });
    for (const wrong of ['https://stays.test/page', 'http://stays.test', "https://x; script-src 'none'"])
      expect(await save(partner.admin, { embed_origins: [wrong] })).toEqual({
        status: 'invalid',
        problems: [{ field: 'embed_origins.0', code: 'origin' }],
      });
    expect(await save(partner.admin, { embed_origins: null })).toEqual({
      status: 'invalid',
      problems: [{ field: 'embed_origins', code: 'required' }],
    });
    expect(await save(partner.admin, { embed_origins: sites })).toMatchObject({ status: 'ok' });
    const read = (await settings())['settings'] as object;
    expect(read).toMatchObject({ embed_origins: sites });
    expect(await callAsGuest(db, 'read_partner', bySlug())).toMatchObject({ status: 'ok', embed_origins: sites });
    const [{ slug }] = (await db.query<{ slug: string }>('select slug from public.companies where id = $1', [
      company.id,
    ])) as [{ slug: string }];
    expect(await callAsGuest(db, 'read_operator', { operator: slug, ...bySlug() })).toMatchObject({
      embed_origins: sites,
    });
    expect(await callAsGuest(db, 'read_operator', { operator: slug, organisation: null })).toMatchObject({
      embed_origins: [],
    });
    await save(partner.admin, { embed_origins: [] });
  });

  test('has a new address, and its old one still leads there and to nobody else', async () => {
    const before = `organisation-${partner.id}`;
    const slug = `stays-${randomUUID()}`;
    expect(await save(partner.admin, { slug })).toMatchObject({ status: 'ok' });
    expect(await settings()).toMatchObject({ former_slugs: [before], settings: { slug } });
    for (const address of [before, slug.toUpperCase()])
      expect(await callAsGuest(db, 'read_partner', { organisation: address })).toMatchObject({
        status: 'ok',
        organisation: { slug },
      });
    await expect(
      db.query('update public.organisations set slug = $2 where id = $1', [other.id, before]),
    ).rejects.toThrow(/is or was used by another/);
  });

  test('can take ten new addresses a day; other saves and own former ones do not count', async () => {
    const all = async () => ((await settings())['former_slugs'] as string[]).length;
    const { slug: first } = (await settings())['settings'] as { slug: string };
    const before = await all();
    const changeSlug = () => save(partner.admin, { slug: `stays-${randomUUID()}` });
    await db.query(`delete from private.rate_limit_buckets where key = $1`, [`slug:${partner.id}`]);
    for (let n = 0; n < 10; n += 1) expect([n, (await changeSlug()).status]).toEqual([n, 'ok']);
    expect(await changeSlug()).toEqual({ status: 'rate_limited', retry_after: expect.any(Number) });
    expect(await all()).toBe(before + 10);
    expect(await save(partner.admin, { slug: first, name: 'City Rests' })).toMatchObject({ status: 'ok' });
    expect(await save(partner.admin, { name: 'City Stays' })).toMatchObject({ status: 'ok' });
    expect(await all()).toBe(before + 10);
  });

  test('shows its logo to guests while it is active', async () => {
    const { tag } = await call(partner.admin, 'set_organisation_logo', { organisation: partner.id, picture: PICTURE });
    const { slug } = (await settings())['settings'] as { slug: string };
    expect(await callAsGuest(db, 'read_partner', { organisation: slug })).toMatchObject({
      organisation: { logo: tag },
    });
    const readPicture = () => db.rpc<RpcResult>('service_role', 'read_public_picture', { tag, address: '203.0.113.7' });
    expect((await readPicture()).status).toBe('ok');
    await db.query('update public.organisations set is_active = false where id = $1', [partner.id]);
    expect((await readPicture()).status).toBe('not_found');
    await db.query('update public.organisations set is_active = true where id = $1', [partner.id]);
    expect(await call(partner.admin, 'delete_organisation_logo', { organisation: partner.id })).toEqual({
      status: 'ok',
    });
    expect((await readPicture()).status).toBe('not_found');
  });

  test('shows partners its name and contacts, but not its default commission', async () => {
    const mine = await makeOrganisation(db, [company]);
    const readColumns = (as: Persona, columns: string) =>
      db.as(as, (query) => query(`select ${columns} from public.organisations where id = $1`, [mine.id]));
    for (const as of [company.people.owner, company.people.reservations, mine.agent]) {
      expect(
        await readColumns(as, 'id, name, slug, brand_colour, contact_email, contact_phone, is_active'),
      ).toHaveLength(1);
      for (const columns of ['default_commission', 'version', '*'])
        await expect(readColumns(as, columns)).rejects.toThrow(/permission denied/);
    }
  });

  test('starts an agreement with its default commission, which the agreement then keeps', async () => {
    const mine = await makeOrganisation(db, []);
    const commissionOf = async () =>
      (await agreements(mine.admin, { organisation: mine.id })).agreements.map(({ terms }) => terms.percent);
    await db.query('update public.organisations set default_commission = 12.5 where id = $1', [mine.id]);
    await db.query(
      `insert into public.organisation_companies (organisation_id, company_id, status) values ($1, $2, 'active')`,
      [mine.id, company.id],
    );
    expect(await commissionOf()).toEqual([12.5]);
    await db.query('update public.organisations set default_commission = 5 where id = $1', [mine.id]);
    expect(await commissionOf()).toEqual([12.5]);
    await db.query('delete from public.organisation_companies where organisation_id = $1', [mine.id]);
  });

  describe('its team', () => {
    const calls = () =>
      teamCalls({ query: (t, v) => db.query(t, v), as: (w, f) => db.as(w, f), rpc: (w, n, g) => db.rpc(w, n, g) });
    const change = (as: Persona, person: string, roles: string, before: string) =>
      db.as(as, async (query) => {
        const rows = await query<{ result: RpcResult }>(
          'select public.set_member_roles(null, $1, $2, $3, $4) as result',
          [person, roles, before, mine.id],
        );
        return rows[0]!.result;
      });
    let mine: Awaited<ReturnType<typeof makeOrganisation>>;
    beforeAll(async () => {
      mine = await makeOrganisation(db, [company]);
    });
    const team = () =>
      call(mine.admin, 'read_team', { organisation: mine.id }) as Promise<
        RpcResult & { members: { id: string; roles: string[]; is_last_owner: boolean }[]; former: { id: string }[] }
      >;
    const leave = (as: Persona, person: string) =>
      call(as, 'deactivate_member', { company: null, person, organisation: mine.id });

    test('keeps its last admin, and gives no roles of a company', async () => {
      expect(await change(mine.admin, mine.admin, '{partner_agent}', '{partner_admin}')).toEqual({
        status: 'last_owner',
      });
      expect(await leave(mine.admin, mine.admin)).toEqual({ status: 'last_owner' });
      expect(await change(mine.admin, mine.agent, '{owner}', '{partner_agent}')).toEqual({ status: 'invalid' });
      expect(await change(mine.admin, mine.agent, '{partner_admin,partner_agent}', '{partner_agent}')).toMatchObject({
        status: 'ok',
      });
      expect(await change(mine.agent, mine.admin, '{partner_agent}', '{partner_admin}')).toMatchObject({
        status: 'ok',
      });
      expect((await team().catch(() => null))?.status).toBe('not_permitted');
      expect(await change(mine.agent, mine.admin, '{partner_admin}', '{partner_agent}')).toMatchObject({
        status: 'ok',
      });
      expect((await team()).members.map(({ id, roles }) => [id, roles])).toEqual(
        expect.arrayContaining([
          [mine.admin, ['partner_admin']],
          [mine.agent, ['partner_admin', 'partner_agent']],
        ]),
      );
    });

    test('deactivation ends access at once, also while acting, and can be reversed', async () => {
      const person = await makePerson(db, { role: 'partner_admin', organisation: mine.id });
      await db.rpc(person, 'impersonate', { company: company.id });
      const readStatus = async () => (await call(person, 'read_company_settings', { company: company.id })).status;
      expect(await readStatus()).toBe('ok');
      expect(await leave(mine.admin, person)).toEqual({ status: 'ok', departures: [] });
      expect(await leave(mine.admin, person)).toEqual({ status: 'ok', departures: [] });
      expect(await readStatus()).toBe('not_permitted');
      expect((await team()).former.map(({ id }) => id)).toEqual([person]);
      expect(await call(mine.admin, 'reactivate_member', { company: null, person, organisation: mine.id })).toEqual({
        status: 'ok',
      });
      expect(await readStatus()).toBe('ok');
      expect((await team()).former).toEqual([]);
      expect((await loggedActions(mine.id)).map(([action]) => action)).toEqual(
        expect.arrayContaining(['set_member_roles', 'deactivate_member', 'reactivate_member']),
      );
    });

    test('grows by invitation, resent and revoked like a company’s', async () => {
      const email = `${randomUUID()}@stays.test`;
      await calls().invite(mine.admin, { organisation: mine.id, emails: [email], roles: ['partner_agent'] });
      const readInvitations = async () =>
        (await team())['invitations'] as { id: string; email: string; state: string }[];
      expect(await readInvitations()).toMatchObject([{ email, state: 'pending' }]);
      const invitation = (await readInvitations())[0]!.id;
      expect(await call(other.admin, 'revoke_invitation', { invitation })).toEqual({ status: 'not_permitted' });
      const person = await calls().personOf(email);
      expect(await calls().accept(person, await calls().tokenFor(email))).toMatchObject({ status: 'ok' });
      expect(await readInvitations()).toEqual([]);
      expect((await team()).members.map(({ id }) => id)).toContain(person);
    });
  });

  describe('its agreement with a company', () => {
    let mine: Awaited<ReturnType<typeof makeOrganisation>>;
    beforeAll(async () => {
      mine = await makeOrganisation(db, [company]);
    });
    const ofMine = async () =>
      (await agreements(mine.admin, { organisation: mine.id })).agreements.map((agreement) => [
        agreement.counterpart,
        agreement.agreement_status,
        agreement.shares_guests,
      ]);
    const idOf = async () =>
      (
        await db.query<{ id: string }>('select id from public.organisation_companies where organisation_id = $1', [
          mine.id,
        ])
      )[0]!.id;

    test('is read by both sides; only the company gives and revokes data sharing', async () => {
      const agreement = await idOf();
      const { owner, office, guide } = company.people;
      const share = (as: Persona, shares: boolean | null = true) => call(as, 'share_guests', { agreement, shares });
      await db.rpc(mine.admin, 'impersonate', { company: company.id });
      for (const who of [mine.admin, mine.agent, other.admin, office, guide])
        expect(await share(who)).toEqual({ status: 'not_permitted' });
      // While acting, a partner does not read the company's agreements with others.
      expect(await call(mine.admin, 'read_agreements', { company: company.id })).toEqual({ status: 'not_permitted' });
      await db.rpc(mine.admin, 'stop_impersonating', {});
      expect(await share(owner, null)).toEqual({ status: 'invalid' });
      expect(await ofMine()).toEqual([['Harbour Walks', 'active', false]]);
      expect([await share(owner), await share(owner)]).toEqual([{ status: 'ok' }, { status: 'ok' }]);
      expect(await ofMine()).toEqual([['Harbour Walks', 'active', true]]);
      const seen = (await agreements(owner, { company: company.id })).agreements.find(({ id }) => id === agreement);
      expect(seen).toMatchObject({ counterpart: 'City Partners', shares_guests: true });
      expect(await share(owner, false)).toEqual({ status: 'ok' });
      expect(await loggedActions(mine.id)).toEqual([
        ['share_guests', company.id],
        ['stop_sharing_guests', company.id],
      ]);
    });

    test('is ended once by either side, and ends data sharing and acting', async () => {
      for (const side of ['company', 'organisation'] as const) {
        mine = await makeOrganisation(db, [company]);
        const agreement = await idOf();
        const { owner, office } = company.people;
        await call(owner, 'share_guests', { agreement, shares: true });
        await db.rpc(mine.admin, 'impersonate', { company: company.id });
        for (const who of [office, mine.agent, other.admin])
          expect(await call(who, 'end_agreement', { agreement })).toEqual({ status: 'not_permitted' });
        const end = () => call(side === 'company' ? owner : mine.admin, 'end_agreement', { agreement });
        expect([await end(), await end()]).toEqual([{ status: 'ok' }, { status: 'ok' }]);
        expect(await ofMine()).toEqual([['Harbour Walks', 'ended', false]]);
        expect(await call(mine.admin, 'read_company_settings', { company: company.id })).toEqual({
          status: 'not_permitted',
        });
        expect(await call(owner, 'share_guests', { agreement, shares: true })).toEqual({ status: 'ended' });
        expect((await loggedActions(mine.id)).map(([action]) => action)).toEqual(['share_guests', 'end_agreement']);
      }
    });
  });
});

test('of two that take one address at the same time, one succeeds and the other is refused', async () => {
  const real = await openPostgres();
  const [first, second] = [await real.connect(), await real.connect()];
  try {
    const slug = `stays-${randomUUID()}`;
    const organisations = [await makeOrganisation(real, []), await makeOrganisation(real, [])] as const;
    const save = async ({ id }: { id: string }, { query }: Session) => {
      const [row] = await query<{ result: RpcResult }>(
        'select public.save_organisation_settings($1, 1, $2::jsonb) as result',
        [id, { slug }],
      );
      return row!.result;
    };
    for (const [at, session] of [first, second].entries()) {
      await session.exec('begin');
      await setPersona(session.query, organisations[at]!.admin);
    }
    expect(await save(organisations[0], first)).toMatchObject({ status: 'ok' });
    const late = save(organisations[1], second);
    await endedOrWaiting(late, real);
    await first.exec('commit');
    expect(await late).toEqual({ status: 'slug_taken' });
    await second.exec('commit');
  } finally {
    await Promise.all([first.close(), second.close()]);
    await real.close();
  }
});

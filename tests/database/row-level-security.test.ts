/** Permissions on every table and function: the complete matrix of tables, verbs and personas. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Persona, Row } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeBooking, makeCompany, makeDeparture, makeOrganisation, makePerson } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';

/**
 * `anon` includes guests: their link opens RPCs, but no tables. `trusted` are the admin and agent of a partner with
 * data sharing. `former` was a guide until yesterday; the company of `closedOwner` is switched off; `newcomer` has no
 * role.
 */
const PERSONAS = [
  'anon',
  'guide',
  'manager',
  'accountant',
  'reservations',
  'office',
  'owner',
  'otherOwner',
  'closedOwner',
  'partnerAdmin',
  'actingPartnerAdmin',
  'actingTrustedAdmin',
  'trustedAdmin',
  'partnerAgent',
  'trustedAgent',
  'platformAdmin',
  'former',
  'newcomer',
] as const;
type Name = (typeof PERSONAS)[number];
/** Tags of the rows that each persona reads; one that is not listed reads none, and anon is always refused. */
type Reads = Partial<Record<Exclude<Name, 'anon'>, string[]>>;
interface Rule {
  /** The columns whose tags, joined, name a row. */
  by: string[];
  /** The readable columns, where some are not; `select *` is then refused for everybody. */
  columns?: string;
  reads: Reads;
  insert: Name[];
  update: Name[];
  delete: Name[];
}
const nobodyWrites = { insert: [], update: [], delete: [] } satisfies Partial<Rule>;
const everybody = (tags: string[]): Reads =>
  Object.fromEntries(PERSONAS.filter((name) => name !== 'anon').map((name) => [name, tags]));
const TEAM = ['guide', 'manager', 'accountant', 'reservations', 'office', 'owner'] as const;
const PARTNERS = [
  'partnerAdmin',
  'actingPartnerAdmin',
  'actingTrustedAdmin',
  'trustedAdmin',
  'partnerAgent',
  'trustedAgent',
] as const;
const each = (names: readonly Exclude<Name, 'anon'>[], tags: string[]): Reads =>
  Object.fromEntries(names.map((name) => [name, tags]));
const readsOwnRow = (...names: Exclude<Name, 'anon'>[]): Reads =>
  Object.fromEntries(names.map((name) => [name, [name]]));

/**
 * Tours and their parts: read by the team, also of an inactive company, and by those acting for it or platform admins.
 */
const tourReads: Reads = {
  ...each([...TEAM, 'actingPartnerAdmin', 'actingTrustedAdmin'], ['A']),
  otherOwner: ['B'],
  closedOwner: ['C'],
  platformAdmin: ['A', 'B', 'C'],
};
const departureReads: Reads = {
  ...each([...TEAM, 'actingPartnerAdmin', 'actingTrustedAdmin'], ['A guided', 'A other']),
  guide: ['A guided'],
  otherOwner: ['B'],
  platformAdmin: ['A guided', 'A other', 'B', 'C'],
};
/** Guests' data: not for a partner without data sharing, even while acting. */
const { actingPartnerAdmin: _, ...guestReads } = departureReads;
/** Guides' data: each their own, and all for planners. */
const guideReads: Reads = {
  guide: ['A guide'],
  ...each(
    ['reservations', 'office', 'owner', 'actingPartnerAdmin', 'actingTrustedAdmin'],
    ['A guide', 'A reservations'],
  ),
  otherOwner: ['B otherOwner'],
  platformAdmin: ['A guide', 'A reservations', 'B otherOwner'],
};
/** All bookings with guests; guides have what they collect in their own actions. */
const moneyReads: Reads = {
  ...each(['manager', 'accountant', 'reservations', 'office', 'owner', 'actingTrustedAdmin'], ['A']),
  otherOwner: ['B'],
  platformAdmin: ['A', 'B', 'C'],
};
/** Managers of bookings; not without guest access, because a saved filter may contain a name. */
const { manager: __, accountant: ___, ...viewReads } = moneyReads;

const MATRIX: Record<string, Rule> = {
  permissions: { by: [], reads: everybody(['row']), ...nobodyWrites },
  roles: { by: [], reads: everybody(['row']), ...nobodyWrites },
  roles_permissions: { by: [], reads: everybody(['row']), ...nobodyWrites },
  users: {
    by: ['id'],
    reads: readsOwnRow(...TEAM, 'otherOwner', 'closedOwner', ...PARTNERS, 'platformAdmin', 'former', 'newcomer'),
    ...nobodyWrites,
  },
  roles_users: {
    by: ['user_id'],
    reads: readsOwnRow(...TEAM, 'otherOwner', 'closedOwner', ...PARTNERS, 'platformAdmin'),
    ...nobodyWrites,
  },
  company_members: { by: ['user_id'], reads: readsOwnRow(...TEAM, 'otherOwner', 'closedOwner'), ...nobodyWrites },
  organisation_members: { by: ['user_id'], reads: readsOwnRow(...PARTNERS), ...nobodyWrites },
  companies: {
    by: ['id'],
    reads: {
      ...each([...TEAM, ...PARTNERS], ['A']),
      otherOwner: ['B'],
      closedOwner: ['C'],
      platformAdmin: ['A', 'B', 'C'],
    },
    ...nobodyWrites,
  },
  organisations: {
    by: ['id'],
    columns: 'id, name, slug, default_locale, brand_colour, contact_email, contact_phone, is_active, created_at',
    reads: {
      ...each(['manager', 'accountant', 'reservations', 'office', 'owner'], ['P', 'R']),
      // As the owner for whom they act.
      ...each(['actingPartnerAdmin', 'actingTrustedAdmin'], ['P', 'R']),
      otherOwner: ['Q'],
      ...each(['partnerAdmin', 'partnerAgent'], ['P']),
      ...each(['trustedAdmin', 'trustedAgent'], ['R']),
      platformAdmin: ['P', 'Q', 'R'],
    },
    ...nobodyWrites,
  },
  organisation_companies: {
    by: ['organisation_id', 'company_id'],
    columns: 'id, organisation_id, company_id, data_sharing, status, created_at',
    reads: {
      owner: ['P A', 'R A'],
      otherOwner: ['Q B'],
      // While acting, they do not read the company's agreements with other partners.
      ...each(['partnerAdmin', 'partnerAgent', 'actingPartnerAdmin'], ['P A']),
      ...each(['trustedAdmin', 'trustedAgent', 'actingTrustedAdmin'], ['R A']),
      platformAdmin: ['P A', 'Q B', 'R A'],
    },
    ...nobodyWrites,
  },
  audit_events: {
    by: ['company_id'],
    // It may contain names of guests as typed, so not for those who act for the company.
    reads: { owner: ['A'], otherOwner: ['B'], platformAdmin: ['A', 'B', 'C'] },
    ...nobodyWrites,
  },
  tours: { by: ['company_id'], reads: tourReads, ...nobodyWrites },
  tour_translations: { by: ['tour_id'], reads: tourReads, ...nobodyWrites },
  price_categories: { by: ['company_id'], reads: tourReads, ...nobodyWrites },
  schedules: { by: ['company_id'], reads: tourReads, ...nobodyWrites },
  schedule_exceptions: { by: ['schedule_id'], reads: tourReads, ...nobodyWrites },
  blackouts: { by: ['company_id'], reads: tourReads, ...nobodyWrites },
  departures: { by: ['id'], reads: departureReads, ...nobodyWrites },
  departure_prices: { by: ['departure_id'], reads: departureReads, ...nobodyWrites },
  departure_guides: { by: ['departure_id'], reads: departureReads, ...nobodyWrites },
  guide_profiles: { by: ['company_id', 'user_id'], reads: guideReads, ...nobodyWrites },
  time_off: { by: ['company_id', 'user_id'], reads: guideReads, ...nobodyWrites },
  guide_rules: { by: ['company_id'], reads: tourReads, ...nobodyWrites },
  bookings: { by: ['departure_id'], reads: guestReads, ...nobodyWrites },
  guests: { by: ['departure_id'], reads: guestReads, ...nobodyWrites },
  check_in_actions: { by: ['departure_id'], reads: guestReads, ...nobodyWrites },
  devices: { by: ['user_id'], reads: readsOwnRow('guide', 'owner', 'otherOwner', 'platformAdmin'), ...nobodyWrites },
  // A team's owner reads them through an RPC: own-account.test.ts.
  emergency_contacts: { by: ['user_id'], reads: readsOwnRow('guide', 'owner', 'platformAdmin'), ...nobodyWrites },
  payments: { by: ['company_id'], reads: moneyReads, ...nobodyWrites },
  refunds: { by: ['company_id'], reads: moneyReads, ...nobodyWrites },
  documents: { by: ['company_id'], reads: moneyReads, ...nobodyWrites },
  booking_views: { by: ['company_id'], reads: viewReads, ...nobodyWrites },
};

/** Functions that can be called without signing in. */
const PUBLIC_RPCS = new Set([
  'guest_redeem',
  'guest_unsubscribe',
  'guest_read_payment',
  'guest_record_click',
  'guest_record_embedding',
  'read_invitation',
  'report_mail_limit',
  'confirm_invited_address',
  'guest_report_delay',
  'guest_read_operator',
  'guest_read_availability',
  'guest_read_next_departures',
  'guest_read_directory',
  'guest_read_partner',
  'guest_read_site',
  'guest_read_link_operator',
  'guest_read_booking',
  'guest_hold',
  'guest_extend',
  'guest_take_over_hold',
  'guest_confirm',
  'guest_cancel',
  'guest_move',
  'guest_edit',
]);
/** Functions that policies call with the caller's rights; direct calls stay impossible because the schema is closed. */
const IN_POLICIES = [
  'companies_with_permission',
  'companies_with_visible_guests',
  'is_platform_admin',
  'current_user_id',
  'member_companies',
  'member_organisations',
  'overseen_companies',
  'own_departures',
  'own_departures_on_device',
  'owned_companies',
  'partner_organisations',
  'tour_companies',
  'fully_visible_companies',
];

describe('row level security', () => {
  let db: Database;
  const people = {} as Record<Name, Persona>;
  const tags = new Map<unknown, string>();

  beforeAll(async () => {
    db = await openPostgres();
    const a = await makeCompany(db);
    const b = await makeCompany(db);
    const c = await makeCompany(db, { isActive: false });
    const p = await makeOrganisation(db, [a]);
    const q = await makeOrganisation(db, [b]);
    const r = await makeOrganisation(db, [a]);
    await db.query('update public.organisation_companies set data_sharing = true where organisation_id = $1', [r.id]);
    const actingFor = async (organisation: string) => {
      const acting = await makePerson(db, { role: 'partner_admin', organisation });
      await db.query(`update public.users set impersonated_company_id = $1 where id = $2`, [a.id, acting]);
      return acting;
    };
    const former = await makePerson(db, { role: 'guide', company: a.id });
    await db.rpc(a.people.owner, 'deactivate_member', { company: a.id, person: former });
    await db.query('delete from public.audit_events');
    Object.assign(people, {
      anon: 'anon',
      ...a.people,
      manager: a.people.guide_manager,
      otherOwner: b.people.owner,
      closedOwner: c.people.owner,
      partnerAdmin: p.admin,
      actingPartnerAdmin: await actingFor(p.id),
      actingTrustedAdmin: await actingFor(r.id),
      trustedAdmin: r.admin,
      partnerAgent: p.agent,
      trustedAgent: r.agent,
      platformAdmin: await makePerson(db, { role: 'platform_admin' }),
      former,
      newcomer: await makePerson(db),
    });
    for (const name of PERSONAS) tags.set(people[name], name);
    const secondGuide = await makePerson(db, { role: 'guide', company: a.id });
    const departures = {
      'A guided': [a, a.people.guide, await makeDeparture(db, a)],
      'A other': [a, a.people.owner, await makeDeparture(db, a, { guides: [secondGuide] })],
      B: [b, b.people.owner, await makeDeparture(db, b)],
      // Those of an inactive company are made by a platform admin, who can still write there.
      C: [c, people.platformAdmin, await makeDeparture(db, c)],
    } as const;
    for (const [tag, [company, pusher, departureId]] of Object.entries(departures)) {
      tags.set(departureId, tag);
      const { bookingId } = await makeBooking(db, company, { departureId });
      await db.query(
        `insert into public.departure_prices (departure_id, price_category_id, amount) values ($1, $2, 1)`,
        [departureId, company.priceCategoryId],
      );
      const device = makeDevice();
      const note = device.action('note', { company, departureId, bookingId, payload: { text: 'x' } });
      await db.rpc(pusher, 'check_in_push', { device: device.header(), actions: [note] });
      const money = { company: company.id, booking: bookingId, amount: 500, currency: 'DKK' };
      await db.query(
        `insert into public.payments (company_id, booking_id, amount, currency, method) values ($1, $2, $3, $4, 'card')`,
        Object.values(money),
      );
      await db.query(
        `insert into public.refunds (company_id, booking_id, amount, currency, status) values ($1, $2, $3, $4, 'REFUND_PENDING')`,
        Object.values(money),
      );
    }
    // Declined: not one's own any more.
    await db.query(`insert into public.departure_guides values ($1, $2, 'lead', 'declined')`, [
      departures['A other'][2],
      a.people.guide,
    ]);
    // A departure that had begun when they left keeps them as its guide, and gives no access.
    await db.query(`insert into public.departure_guides values ($1, $2, 'assistant', 'accepted')`, [
      departures['A other'][2],
      former,
    ]);
    for (const [company, tag] of [
      [a, 'A'],
      [b, 'B'],
      [c, 'C'],
    ] as const) {
      const schedule = randomUUID();
      tags.set(company.id, tag).set(company.tourId, tag).set(schedule, tag);
      await db.query(
        `insert into public.schedules (id, tour_id, company_id, rrule, local_time) values ($1, $2, $3, 'FREQ=DAILY', '10:00')`,
        [schedule, company.tourId, company.id],
      );
      await db.query(
        `insert into public.schedule_exceptions (schedule_id, local_date, kind) values ($1, '2026-05-01', 'removed')`,
        [schedule],
      );
      await db.query(
        `insert into public.blackouts (company_id, from_date, to_date) values ($1, '2026-12-24', '2026-12-26')`,
        [company.id],
      );
      await db.query(`insert into public.audit_events (user_id, company_id, action) values ($1, $2, 'test')`, [
        company.people.owner,
        company.id,
      ]);
    }
    for (const [company, person] of [
      [a, a.people.guide],
      [a, a.people.reservations],
      [b, b.people.owner],
    ] as const) {
      await db.query(`insert into public.guide_profiles (company_id, user_id) values ($1, $2)`, [company.id, person]);
      await db.query(
        `insert into public.time_off (id, company_id, user_id, starts_at, ends_at) values ($1, $2, $3, now(), now() + interval '1 day')`,
        [randomUUID(), company.id, person],
      );
    }
    for (const person of [a.people.guide, a.people.owner, people.platformAdmin])
      await db.query(`insert into public.emergency_contacts values ($1, 'Kim', '+4511223344')`, [person]);
    for (const company of [a, b, c]) await db.query(`insert into public.guide_rules values ($1, 20)`, [company.id]);
    for (const company of [a, b, c])
      await db.query(`insert into public.booking_views (company_id, name, view) values ($1, 'Unpaid', '{}')`, [
        company.id,
      ]);
    tags.set(p.id, 'P').set(q.id, 'Q').set(r.id, 'R');
  });
  afterAll(() => db?.close());

  /** Runs a statement: returns its rows, or 'refused'. */
  const attempt = async (persona: Persona, sql: string): Promise<Row[] | 'refused'> => {
    try {
      return await db.as(persona, (query) => query(sql));
    } catch (error) {
      if ((error as { code?: string }).code === '42501') return 'refused';
      throw error;
    }
  };

  test('no persona reads the ticket keys or calls the functions for signing', async () => {
    for (const name of PERSONAS) {
      expect(await attempt(people[name], `select private_key from private.ticket_keys`)).toBe('refused');
      expect(await attempt(people[name], `select public.read_tickets_to_sign('x')`)).toBe('refused');
      expect(await attempt(people[name], `select public.store_ticket_key(gen_random_uuid(), 'a', 'b', 'c')`)).toBe(
        'refused',
      );
    }
  });

  test('the matrix lists every table of the public schema', async () => {
    const tables = await db.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(MATRIX).sort());
  });

  describe.each(Object.entries(MATRIX))('%s', (table, rule) => {
    test('contains rows, so that reading none means something', async () => {
      expect((await db.query(`select from public.${table}`)).length).toBeGreaterThan(0);
    });

    test.each(PERSONAS)('is read by %s as the matrix says', async (name) => {
      if (rule.columns) expect(await attempt(people[name], `select * from public.${table}`)).toBe('refused');
      const rows = await attempt(people[name], `select ${rule.columns ?? '*'} from public.${table}`);
      const seen =
        rows === 'refused'
          ? rows
          : [
              ...new Set(
                rows.map((row) => rule.by.map((column) => tags.get(row[column]) ?? 'somebody else').join(' ') || 'row'),
              ),
            ].sort();
      expect(seen).toEqual(name === 'anon' ? 'refused' : (rule.reads[name] ?? []));
    });

    test.each(PERSONAS)('is written by %s as the matrix says', async (name) => {
      const [column] = await db.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = 'public.${table}'::regclass and attnum = 1`,
      );
      const tried = {
        insert: await attempt(people[name], `insert into public.${table} select * from public.${table} limit 0`),
        update: await attempt(people[name], `update public.${table} set ${column!.name} = ${column!.name}`),
        delete: await attempt(people[name], `delete from public.${table}`),
      };
      const outcome = Object.fromEntries(
        Object.entries(tried).map(([verb, rows]) => [verb, rows === 'refused' ? rows : 'allowed']),
      );
      const expectedOutcome = (verb: keyof typeof tried) => (rule[verb].includes(name) ? 'allowed' : 'refused');
      expect(outcome).toEqual({
        insert: expectedOutcome('insert'),
        update: expectedOutcome('update'),
        delete: expectedOutcome('delete'),
      });
    });
  });

  test('nobody may truncate, reference or add triggers to a table, or use a sequence', async () => {
    const input = await db.query(
      `select grantee, table_name, privilege_type from information_schema.role_table_grants
       where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC')
         and not (grantee = 'authenticated' and table_schema = 'public' and privilege_type = 'SELECT')`,
    );
    expect(input).toEqual([]);
    expect(
      await db.query(`select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });

  test('every public function is granted to signed-in people if private.rpc_permissions lists it, and to others if it is public', async () => {
    const functions = await db.query<{
      name: string;
      listed: boolean;
      anon: boolean;
      authenticated: boolean;
      everybody: boolean;
    }>(
      `select p.proname as name, exists (select from private.rpc_permissions as known where known.name = p.proname) as listed,
         has_function_privilege('anon', p.oid, 'execute') as anon,
         has_function_privilege('authenticated', p.oid, 'execute') as authenticated,
         coalesce(p.proacl::text ~ '[{,]=', true) as everybody
       from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`,
    );
    const grantsOf = ({ name, anon, authenticated }: { name: string; anon: boolean; authenticated: boolean }) => ({
      name,
      anon,
      authenticated,
    });
    expect(functions.map(grantsOf)).toEqual(
      functions.map(({ name, listed }) => ({ name, anon: PUBLIC_RPCS.has(name), authenticated: listed })),
    );
    expect([...PUBLIC_RPCS].filter((name) => !functions.some((row) => row.name === name))).toEqual([]);
    expect(functions.filter((row) => row.everybody)).toEqual([]);
  });

  test('the private schema is closed, and only functions of policies are granted', async () => {
    const [usage] = await db.query(
      `select has_schema_privilege('anon', 'private', 'usage') as anon, has_schema_privilege('authenticated', 'private', 'usage') as authenticated`,
    );
    expect(usage).toEqual({ anon: false, authenticated: false });
    const open = await db.query<{ name: string; anon: boolean }>(
      `select p.proname as name, has_function_privilege('anon', p.oid, 'execute') as anon from pg_proc p
       where p.pronamespace = 'private'::regnamespace and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
       order by 1`,
    );
    expect(open).toEqual(IN_POLICIES.toSorted().map((name) => ({ name, anon: false })));
    expect(await attempt(people.owner, `select private.subject(auth.uid())`)).toBe('refused');
    expect(await attempt(people.owner, `select epoch from private.sync_epoch`)).toBe('refused');
  });

  test('a person without a valid session reads nobody’s rows', async () => {
    for (const table of Object.keys(MATRIX).filter(
      (name) => !['permissions', 'roles', 'roles_permissions'].includes(name),
    ))
      expect(await attempt(randomUUID(), `select ${MATRIX[table]!.columns ?? '*'} from public.${table}`)).toEqual([]);
  });
});

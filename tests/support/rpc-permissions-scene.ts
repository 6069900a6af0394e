/** The demo, people who act for one of its companies in each way, and arguments for every RPC. */
import { randomUUID } from 'node:crypto';
import type { Sql } from '../../supabase/seed/insert.ts';
import { seedDemo } from '../../supabase/seed/seed.ts';
import { COMPANIES, ORGANISATIONS, PEOPLE } from '../../supabase/seed/people.ts';
import type { Database, Persona, Row } from './database.ts';
import { makePerson } from './database-fixtures.ts';
import { openPostgres } from './database-postgres.ts';
import { makeDevice } from './device-fixtures.ts';
import { pgAsPglite } from './pg-as-pglite.ts';

export const COMPANY = COMPANIES.copenhagen.id;
const SHARING = ORGANISATIONS.nordic.id;
const login = (name: string): string => PEOPLE.find((person) => person.login === name)!.id;

/**
 * Actors of the table of RPC permissions; the office represents everyone with some permissions. `strangerOwner` owns
 * another company.
 */
export const ACTORS = [
  'owner',
  'office',
  'actingWithConsent',
  'actingWithoutConsent',
  'actingPlatformAdmin',
  'stranger',
  'strangerOwner',
] as const;
export type Actor = (typeof ACTORS)[number];

export interface RpcPermission {
  name: string;
  scope: 'company' | 'organisation' | 'platform' | 'person' | 'guest';
  permissions: string[];
  acting: boolean;
  acting_with_data_sharing: boolean;
  decides_commission: boolean;
}

interface Signature {
  name: string;
  args: { name: string; type: string; isOptional: boolean }[];
}

export interface RpcPermissionsScene {
  db: Database;
  url: string;
  people: Record<Actor, Persona>;
  organisation: { consent: string; noConsent: string };
  rpcPermissions: RpcPermission[];
  /** Functions of the schema `public` that `authenticated` may execute. */
  signatures: Map<string, Signature>;
  ids: Record<string, unknown>;
  /** Calls an RPC in a transaction that is rolled back. */
  attempt(who: Persona, name: string, input?: Row): Promise<Row>;
  /** Returns the arguments of an RPC about the agreement with an organisation. */
  between(organisation: string, name: string): Promise<Row>;
  close(): Promise<void>;
}

class RolledBack extends Error {}

/** Drops rows for Auth's other tables: the test database has only people's ids and addresses. */
const withoutAccounts = (sql: Sql): Sql =>
  ({
    exec: (text: string) => sql.exec(text),
    query: async (text: string, values: unknown[]) => {
      if (text.startsWith('insert into auth.identities')) return { rows: [] };
      return sql.query(
        text.startsWith('insert into auth.users')
          ? `insert into auth.users (id, email, raw_user_meta_data)
             select id, email, raw_user_meta_data from json_populate_recordset(null::auth.users, $1::text::json)`
          : text,
        values,
      );
    },
  }) as unknown as Sql;

export async function openRpcPermissionsScene(): Promise<RpcPermissionsScene> {
  const testDatabase = await openPostgres();
  const db: Database = testDatabase;
  const demo = pgAsPglite(testDatabase.url);
  await demo.db.transaction((tx) =>
    seedDemo(withoutAccounts(tx as unknown as Sql), { now: new Date(), size: 'small' }),
  );
  await demo.close();

  const noConsent = randomUUID();
  await db.query(`insert into public.organisations (id, name, slug) values ($1, 'No Consent', $2)`, [
    noConsent,
    `no-consent-${noConsent}`,
  ]);
  await db.query(
    `insert into public.organisation_companies (organisation_id, company_id, status) values ($1, $2, 'active')`,
    [noConsent, COMPANY],
  );
  const people: Record<Actor, Persona> = {
    owner: login('owner'),
    office: login('office'),
    actingWithConsent: await makePerson(db, { role: 'partner_admin', organisation: SHARING }),
    actingWithoutConsent: await makePerson(db, { role: 'partner_admin', organisation: noConsent }),
    actingPlatformAdmin: await makePerson(db, { role: 'platform_admin' }),
    stranger: await makePerson(db),
    strangerOwner: login('rome'),
  };
  for (const actor of ['actingWithConsent', 'actingWithoutConsent', 'actingPlatformAdmin'] as const)
    await db.rpc(people[actor], 'impersonate', { company: COMPANY });

  const rpcPermissions = await db.query<RpcPermission>(`select * from private.rpc_permissions order by name`);
  const rows = await db.query<{ name: string; names: string[]; types: string[]; defaults: number }>(
    `select p.proname as name, coalesce(p.proargnames, '{}')::text[] as names, p.pronargdefaults as defaults,
       array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a (t, place) order by place) as types
     from pg_proc as p
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')`,
  );
  const signatures = new Map(
    rows.map(({ name, names, types, defaults }) => [
      name,
      { name, args: types.map((type, at) => ({ name: names[at]!, type, isOptional: at >= types.length - defaults })) },
    ]),
  );
  const ids = await makeRows(db, people, noConsent);

  const attempt = async (who: Persona, name: string, args: Row = {}): Promise<Row> => {
    let result: Row = {};
    const all = { ...argumentsOf(signatures.get(name)!, ids), ...args };
    try {
      await db.as(who, async (query) => {
        const list = Object.keys(all).map((key, at) => `${key} => $${at + 1}`);
        const values = Object.values(all).map((value) =>
          typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
        );
        const [row] = await query<{ result: Row }>(`select public.${name}(${list.join(', ')}) as result`, values);
        result = row!.result;
        throw new RolledBack();
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
    return result;
  };
  return {
    db,
    url: testDatabase.url,
    people,
    organisation: { consent: SHARING, noConsent },
    rpcPermissions,
    signatures,
    ids,
    attempt,
    between: async (organisation, name) => {
      if (name === 'read_account') return { organisation };
      const table = name === 'read_statement' ? 'private.commission_statements' : 'public.organisation_companies';
      const [row] = await db.query<{ id: string }>(
        `select id from ${table} where organisation_id = $1 and company_id = $2 limit 1`,
        [organisation, COMPANY],
      );
      return { [name === 'read_statement' ? 'statement' : 'agreement']: row!.id };
    },
    close: () => db.close(),
  };
}

/** Creates one row of everything that an RPC can be about, so that "not found" means "not for you". */
async function makeRows(db: Database, people: Record<Actor, Persona>, organisation: string): Promise<Row> {
  const insertOne = async (sql: string, values: unknown[] = [COMPANY]) => {
    const [row] = await db.query<{ id: unknown }>(sql, values);
    if (!row) throw new Error(`The query returned no row: ${sql}`);
    return row.id;
  };
  const owner = people.owner;
  const guide = login('guide');
  const call = (name: string, args: Row) => db.rpc<Row>(owner, name, args);
  const booking = await insertOne(
    `select b.id from public.bookings as b join public.departures as d on d.id = b.departure_id
     where b.company_id = $1 and b.status = 'CONFIRMED' and b.organisation_id is null and b.contact_email is not null
       and d.starts_at > now() + interval '3 hours' order by b.id limit 1`,
  );
  const departure = await insertOne(`select departure_id as id from public.bookings where id = $1`, [booking]);
  await call('resend_booking', { request: randomUUID(), booking, change: {} });
  const invitation = randomUUID();
  await call('invite', { request: invitation, emails: '{invited@example.test}', roles: '{office}', company: COMPANY });
  const endpoint = randomUUID();
  await call('save_webhook', {
    company: COMPANY,
    endpoint,
    version: 0,
    input: {
      url: 'https://hooks.example.com/muster',
      description: 'Books',
      events: ['booking.confirmed'],
      has_personal_data: true,
    },
  });
  await call('create_calendar_feed', { company: COMPANY, kind: 'company', subject: null, locale: 'en' });
  await db.query(
    `insert into private.ticket_keys (id, company_id, public_key, private_key) values ('0badcafe', $1, $2, $2)`,
    [COMPANY, 'x'.repeat(43)],
  );
  const other = await insertOne(
    `select id from public.bookings where company_id = $1 and departure_id = $2 and id <> $3 and status = 'CONFIRMED' and organisation_id is null limit 1`,
    [COMPANY, departure, booking],
  );
  const refund = await insertOne(
    `with paid as (
       insert into public.payments (company_id, booking_id, amount, currency, method)
       select company_id, id, 100, currency, 'card' from public.bookings where id = $1 returning *)
     insert into public.refunds (company_id, booking_id, payment_id, amount, currency, status)
     select company_id, booking_id, id, 100, currency, 'REFUND_FAILED' from paid returning id`,
    [booking],
  );
  const [statement] = await Promise.all(
    [organisation, SHARING].map((of) =>
      insertOne(
        `insert into private.commission_statements (organisation_id, company_id, month, currency, amount)
         values ($2, $1, date_trunc('month', now())::date, 'DKK', 0) returning id`,
        [COMPANY, of],
      ),
    ),
  );
  const job = await insertOne(
    `insert into private.jobs (kind, payload, company_id, state, finished_at) values ('send_mail', '{}', $1, 'dead', now()) returning id`,
  );
  return {
    company: COMPANY,
    departure,
    booking,
    tour: await insertOne(`select tour_id as id from public.departures where id = $1`, [departure]),
    // Of the same tour: a schedule of another one would be unknown to everybody.
    schedule: await insertOne(
      `select s.id from public.schedules as s join public.departures as d on d.tour_id = s.tour_id where d.id = $1 limit 1`,
      [departure],
    ),
    guide,
    person: guide,
    member: guide,
    job,
    message: await insertOne(
      `select id from private.outbox_messages where company_id = $1 and booking_id is not null limit 1`,
    ),
    document: await insertOne(`select id from public.documents where company_id = $1 limit 1`),
    difference: await insertOne(
      `insert into private.payment_differences (company_id, provider, is_refund, reference, difference, booking_id, amount, currency)
       select company_id, 'stripe', false, 'pi_powers', 'missing_at_provider', id, 100, currency from public.bookings where id = $1 returning id`,
      [booking],
    ),
    invitation: await insertOne(`select id from private.invitations where company_id = $1 limit 1`),
    agreement: await insertOne(`select id from public.organisation_companies where organisation_id = $1`, [
      organisation,
    ]),
    feed: await insertOne(`select id from private.calendar_feeds where company_id = $1 and kind = 'company'`),
    endpoint,
    delivery: await insertOne(
      `with event as (
         insert into private.webhook_events (company_id, type, row_id, subject, booking_id)
         select company_id, 'booking.confirmed', id, id, id from public.bookings where id = $1 returning *)
       insert into private.webhook_deliveries (endpoint_id, event_id, place, subject)
       select $2, id, place, subject from event returning id`,
      [booking, endpoint],
    ),
    export: await insertOne(`select id from private.scheduled_exports where company_id = $1 limit 1`),
    statement,
    account_payment: await insertOne(`select id from private.account_payments where company_id = $1 limit 1`),
    time_off: await insertOne(`select t.id from public.time_off as t where t.company_id = $1 limit 1`),
    key: '0badcafe',
    other,
    refund,
    blackout: randomUUID(),
    key_id: await insertOne(`select id from private.api_keys where company_id = $1 and revoked_at is null limit 1`),
    version: await insertOne(`select version as id from public.departures where id = $1`, [departure]),
  };
}

const TODAY = () => new Date().toISOString().slice(0, 10);
const MONTH = () => `${TODAY().slice(0, 7)}-01`;

/** Arguments specific to one RPC. */
const OF_ONE: Record<string, (ids: Row) => Row> = {
  read_guide_statement: () => ({ month: MONTH() }),
  settle_guide_month: () => ({ month: MONTH() }),
  delete_time_off: (ids) => ({ id: ids['time_off'] }),
  change_departures: (ids) => ({ departures: [{ id: ids['departure'], version: ids['version'] }], changes: {} }),
  cancel_departures: (ids) => ({ departures: [{ id: ids['departure'], version: ids['version'] }], reason: 'weather' }),
  assign_guide: (ids) => ({ guide: ids['guide'] }),
  create_calendar_feed: () => ({ kind: 'company', subject: null }),
  create_statement: () => ({ month: MONTH() }),
  save_scheduled_export: () => ({ input: { kind: 'bookings' } }),
  correct_account_payment: (ids) => ({ payment: ids['account_payment'] }),
  preview_schedule_change: (ids) => ({
    change: { kind: 'save_schedule', schedule: ids['schedule'], tour: ids['tour'], version: 0, input: {} },
  }),
  hold_booking: () => ({ booking: { guests: [] } }),
  merge_bookings: (ids) => ({ change: { other: ids['other'] } }),
  move_booking: (ids) => ({ change: { departure_id: ids['departure'] } }),
  answer_assignment: () => ({ reply: 'accepted' }),
  save_booking_view: () => ({ version: 0 }),
  retry_refund: (ids) => ({ change: { refund_id: ids['refund'] } }),
  save_blackout: () => ({ version: 0 }),
  save_schedule: () => ({ version: 0 }),
  read_agreements: () => ({ organisation: null }),
  read_team: () => ({ organisation: null }),
  read_referrals: () => ({ organisation: null }),
  propose_agreement: () => ({ organisation: null, partner: 'sud-concierge' }),
  set_member_roles: () => ({ organisation: null, roles: '{guide}', before: '{guide}' }),
  deactivate_member: () => ({ organisation: null }),
  reactivate_member: () => ({ organisation: null }),
  invite: () => ({ organisation: null, emails: '{new@example.test}', roles: '{guide}' }),
  edit_booking: () => ({ change: { version: 0, note: 'Changed' } }),
  check_in_pull: () => ({ cursor: null, page_size: 5000 }),
  check_in_look_up: (ids) => ({ departure: ids['departure'], code: { kind: 'reference', value: 'AAAAAA' } }),
  check_in_push: (ids) => {
    const device = makeDevice();
    return {
      device: device.header(),
      actions: [
        device.action('note', {
          company: { id: COMPANY },
          departureId: ids['departure'] as string,
          bookingId: ids['booking'] as string,
          payload: { text: 'Late' },
        } as never),
      ],
    };
  },
  read_day: () => ({ day: TODAY() }),
  find_guest: () => ({ search: 'nobody@example.test' }),
  erase_guest: (ids) => ({ bookings: `{${String(ids['booking'])}}` }),
};

function argumentsOf({ name, args }: Signature, ids: Row): Row {
  const own = OF_ONE[name]?.(ids) ?? {};
  return Object.fromEntries(
    args.flatMap(({ name: arg, type, isOptional }) => {
      if (arg in own) return [[arg, own[arg]]];
      if (arg in ids && type !== 'jsonb') return [[arg, ids[arg]]];
      if (isOptional) return [];
      return [[arg, valueOf(arg, type)]];
    }),
  );
}

function valueOf(arg: string, type: string): unknown {
  if (type === 'uuid') return arg === 'organisation' ? SHARING : randomUUID();
  if (type === 'jsonb' || type === 'json') return {};
  if (type.endsWith('[]')) return '{}';
  if (type === 'integer' || type === 'bigint' || type === 'numeric') return 0;
  if (type === 'boolean') return false;
  if (type === 'date') return TODAY();
  if (type.startsWith('time ')) return '10:00';
  if (type.startsWith('timestamp')) return new Date().toISOString();
  if (type === 'locale') return 'en';
  return type === 'attendance_rule' || type === 'feed_kind' ? null : 'x';
}

/** These RPCs answer "gone" for somebody else's export. */
const HIDES_AS_GONE = new Set(['switch_scheduled_export', 'send_export_now']);

/**
 * Returns whether a response means that the caller lacks permission; rows that the caller may not see are "not found".
 */
export const isRefused = (name: string, result: Row): boolean => {
  const outcomes = result['outcomes'] as { status: string; code?: string }[] | undefined;
  if (outcomes?.length)
    return outcomes.every((outcome) => outcome.status === 'refused' && outcome.code === 'not_permitted');
  if (result['status'] === 'gone') return HIDES_AS_GONE.has(name);
  return ['not_permitted', 'not_found', 'unknown'].includes(String(result['status']));
};

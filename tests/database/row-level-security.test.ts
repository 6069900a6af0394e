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

/** Functions that clients may call, with the allowed roles. */
const RPCS: Record<string, ('anon' | 'authenticated')[]> = {
  set_mfa_requirement: ['authenticated'],
  read_mfa_requirement: ['authenticated'],
  read_companies_awaiting_mfa: ['authenticated'],
  impersonate: ['authenticated'],
  stop_impersonating: ['authenticated'],
  check_in_push: ['authenticated'],
  check_in_pull: ['authenticated'],
  check_in_look_up: ['authenticated'],
  hold_booking: ['authenticated'],
  extend_booking: ['authenticated'],
  confirm_booking: ['authenticated'],
  change_party: ['authenticated'],
  move_booking: ['authenticated'],
  cancel_booking: ['authenticated'],
  expire_booking: ['authenticated'],
  reject_booking: ['authenticated'],
  restore_booking: ['authenticated'],
  decide_refund: ['authenticated'],
  record_payment: ['authenticated'],
  record_refund: ['authenticated'],
  mark_no_show: ['authenticated'],
  mark_attended: ['authenticated'],
  merge_bookings: ['authenticated'],
  split_booking: ['authenticated'],
  edit_booking: ['authenticated'],
  tag_booking: ['authenticated'],
  read_booking_views: ['authenticated'],
  save_booking_view: ['authenticated'],
  delete_booking_view: ['authenticated'],
  read_booking: ['authenticated'],
  find_bookings: ['authenticated'],
  booking_choices: ['authenticated'],
  assign_partner: ['authenticated'],
  resend_booking: ['authenticated'],
  read_outbox: ['authenticated'],
  resend_message: ['authenticated'],
  preview_as_guest: ['authenticated'],
  booking_totals: ['authenticated'],
  read_webhooks: ['authenticated'],
  save_webhook: ['authenticated'],
  rotate_webhook_secret: ['authenticated'],
  switch_webhook: ['authenticated'],
  delete_webhook: ['authenticated'],
  test_webhook: ['authenticated'],
  read_webhook_log: ['authenticated'],
  read_webhook_delivery: ['authenticated'],
  replay_webhook: ['authenticated'],
  preview_webhook: ['authenticated'],
  claim_webhooks: [],
  record_webhook_attempt: [],
  erase_guests: [],
  erase_due_guests: [],
  find_guest: ['authenticated'],
  send_device_command: ['authenticated'],
  change_own_profile: ['authenticated'],
  confirm_device_wipe: ['authenticated'],
  report_device: ['authenticated'],
  read_audit: ['authenticated'],
  read_company_data: ['authenticated'],
  request_company_export: ['authenticated'],
  open_company_export: ['authenticated'],
  write_export: [],
  resume_export: [],
  export_to_send: [],
  export_part: [],
  close_company: ['authenticated'],
  cancel_company_closing: ['authenticated'],
  end_company: [],
  send_guest_data: ['authenticated'],
  erase_guest: ['authenticated'],
  erase_company: [],
  erase_user: [],
  begin_job_run: [],
  end_job_run: [],
  retry_step: [],
  claim_job: [],
  finish_job: [],
  fail_job: [],
  jobs_health: [],
  mail_to_send: [],
  record_mail_sent: [],
  read_calendar: ['authenticated'],
  read_day: ['authenticated'],
  change_departures: ['authenticated'],
  cancel_departures: ['authenticated'],
  move_departure: ['authenticated'],
  read_availability: ['authenticated'],
  save_availability: ['authenticated'],
  add_time_off: ['authenticated'],
  remove_time_off: ['authenticated'],
  save_guide_rules: ['authenticated'],
  assign_guide: ['authenticated'],
  tour_reports: ['authenticated'],
  read_guide_statement: ['authenticated'],
  settle_guide_month: ['authenticated'],
  read_pay_rules: ['authenticated'],
  save_pay_rule: ['authenticated'],
  unassign_guide: ['authenticated'],
  answer_assignment: ['authenticated'],
  read_guide_schedule: ['authenticated'],
  suggest_assignments: ['authenticated'],
  read_my_month: ['authenticated'],
  read_company_settings: ['authenticated'],
  save_company_settings: ['authenticated'],
  list_dead_jobs: ['authenticated'],
  retry_job: ['authenticated'],
  import_bookings: ['authenticated'],
  read_imported: ['authenticated'],
  read_import_lookup: ['authenticated'],
  import_tours: ['authenticated'],
  read_tours_file: ['authenticated'],
  save_tour: ['authenticated'],
  publish_tour: ['authenticated'],
  pause_tour: ['authenticated'],
  archive_tour: ['authenticated'],
  restore_tour: ['authenticated'],
  duplicate_tour: ['authenticated'],
  set_tour_picture: ['authenticated'],
  clear_tour_picture: ['authenticated'],
  read_tour_picture: ['authenticated'],
  read_tour: ['authenticated'],
  list_tours: ['authenticated'],
  make_departures: ['authenticated'],
  save_schedule: ['authenticated'],
  set_allotments: ['authenticated'],
  set_account_limit: ['authenticated'],
  record_account_payment: ['authenticated'],
  correct_account_payment: ['authenticated'],
  read_account: ['authenticated'],
  set_company_logo: ['authenticated'],
  clear_company_logo: ['authenticated'],
  split_schedule: ['authenticated'],
  end_schedule: ['authenticated'],
  save_exception: ['authenticated'],
  delete_exception: ['authenticated'],
  save_blackout: ['authenticated'],
  delete_blackout: ['authenticated'],
  preview_schedule_change: ['authenticated'],
  preview_schedule: ['authenticated'],
  read_schedules: ['authenticated'],
  add_departure: ['authenticated'],
  override_departure: ['authenticated'],
  read_departure: ['authenticated'],
  schedule_departure_creation: [],
  make_company_departures: [],
  read_public_picture: [],
  tickets_to_sign: [],
  payment_link: ['authenticated'],
  register_company: ['authenticated'],
  set_company_status: ['authenticated'],
  read_overseen_figures: ['authenticated'],
  register_organisation: ['authenticated'],
  read_first_steps: ['authenticated'],
  record_app_installed: ['authenticated'],
  begin_payment: [],
  store_checkout: [],
  payment_account: [],
  store_payment_event: [],
  process_payment_event: [],
  store_mail_event: [],
  public_redeem: ['anon', 'authenticated'],
  redeem_code: ['authenticated'],
  read_codes: ['authenticated'],
  save_code: ['authenticated'],
  read_calendar_feeds: ['authenticated'],
  read_own_calendar_feed: ['authenticated'],
  make_calendar_feed: ['authenticated'],
  change_calendar_feed: ['authenticated'],
  remove_calendar_feed: ['authenticated'],
  calendar_feed_entries: [],
  read_scheduled_exports: ['authenticated'],
  save_scheduled_export: ['authenticated'],
  switch_scheduled_export: ['authenticated'],
  delete_scheduled_export: ['authenticated'],
  send_export_now: ['authenticated'],
  send_scheduled_export: [],
  scheduled_export_page: [],
  read_api_keys: ['authenticated'],
  make_api_key: ['authenticated'],
  change_api_key: ['authenticated'],
  rotate_api_key: ['authenticated'],
  revoke_api_key: ['authenticated'],
  admit_api_call: [],
  api_read: [],
  api_act: [],
  api_push: [],
  octo_read: [],
  octo_act: [],
  octo_webhooks: [],
  unsubscribe: [],
  public_unsubscribe: ['anon', 'authenticated'],
  read_email_templates: ['authenticated'],
  save_email_template: ['authenticated'],
  save_review_link: ['authenticated'],
  send_test_mail: ['authenticated'],
  refund_to_send: [],
  record_refund_sent: [],
  record_refund_refused: [],
  payments_to_compare: [],
  compare_payments: [],
  read_payment_differences: ['authenticated'],
  read_today: ['authenticated'],
  read_figures: ['authenticated'],
  settle_payment_difference: ['authenticated'],
  retry_refund: ['authenticated'],
  issue_invoice: ['authenticated'],
  read_document: ['authenticated'],
  send_document: ['authenticated'],
  read_daily_close: ['authenticated'],
  read_books: ['authenticated'],
  read_payment_settings: ['authenticated'],
  save_payment_settings: ['authenticated'],
  public_payment: ['anon', 'authenticated'],
  store_ticket_key: [],
  read_ticket_keys: ['authenticated'],
  rotate_ticket_key: ['authenticated'],
  revoke_ticket_key: ['authenticated'],
  read_team: ['authenticated'],
  preview_member_removal: ['authenticated'],
  set_member_roles: ['authenticated'],
  deactivate_member: ['authenticated'],
  reactivate_member: ['authenticated'],
  read_organisation_settings: ['authenticated'],
  save_organisation_settings: ['authenticated'],
  set_organisation_logo: ['authenticated'],
  clear_organisation_logo: ['authenticated'],
  read_agreements: ['authenticated'],
  propose_agreement: ['authenticated'],
  answer_agreement: ['authenticated'],
  public_click: ['anon', 'authenticated'],
  public_embedded: ['anon', 'authenticated'],
  read_embedding_sites: ['authenticated'],
  remove_embedding_site: ['authenticated'],
  make_referral_link: ['authenticated'],
  read_referrals: ['authenticated'],
  make_statement: ['authenticated'],
  read_statement: ['authenticated'],
  answer_statement: ['authenticated'],
  withdraw_statement: ['authenticated'],
  remove_referral_link: ['authenticated'],
  offer_ownership: ['authenticated'],
  withdraw_ownership: ['authenticated'],
  answer_ownership: ['authenticated'],
  read_ownership_offers: ['authenticated'],
  list_pending_requests: ['authenticated'],
  dismiss_notices: ['authenticated'],
  read_emergency_contact: ['authenticated'],
  save_emergency_contact: ['authenticated'],
  share_guests: ['authenticated'],
  find_partner_bookings: ['authenticated'],
  partner_booking_totals: ['authenticated'],
  partner_booking_choices: ['authenticated'],
  read_partner_booking: ['authenticated'],
  partner_availability: ['authenticated'],
  book_as_partner: ['authenticated'],
  end_agreement: ['authenticated'],
  invite: ['authenticated'],
  resend_invitation: ['authenticated'],
  revoke_invitation: ['authenticated'],
  accept_invitation: ['authenticated'],
  read_invitation: ['anon', 'authenticated'],
  report_mail_limit: ['anon', 'authenticated'],
  confirm_invited_address: ['anon', 'authenticated'],
  public_running_late: ['anon', 'authenticated'],
  public_operator: ['anon', 'authenticated'],
  public_availability: ['anon', 'authenticated'],
  public_next: ['anon', 'authenticated'],
  public_directory: ['anon', 'authenticated'],
  public_partner: ['anon', 'authenticated'],
  public_site: ['anon', 'authenticated'],
  public_link: ['anon', 'authenticated'],
  public_booking: ['anon', 'authenticated'],
  public_hold: ['anon', 'authenticated'],
  public_resume: ['anon', 'authenticated'],
  public_extend: ['anon', 'authenticated'],
  public_confirm: ['anon', 'authenticated'],
  public_cancel: ['anon', 'authenticated'],
  public_move: ['anon', 'authenticated'],
  public_edit: ['anon', 'authenticated'],
};
/** Functions that policies call with the caller's rights; direct calls stay impossible because the schema is closed. */
const IN_POLICIES = [
  'companies_with_permission',
  'companies_with_visible_guests',
  'is_platform_admin',
  'is_missing_mfa',
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
      expect(await attempt(people[name], `select public.tickets_to_sign('x')`)).toBe('refused');
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
    const given = await db.query(
      `select grantee, table_name, privilege_type from information_schema.role_table_grants
       where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC')
         and not (grantee = 'authenticated' and table_schema = 'public' and privilege_type = 'SELECT')`,
    );
    expect(given).toEqual([]);
    expect(
      await db.query(`select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });

  test('every public function is granted to exactly the listed roles', async () => {
    const functions = await db.query<{ name: string; anon: boolean; authenticated: boolean; everybody: boolean }>(
      `select p.proname as name, has_function_privilege('anon', p.oid, 'execute') as anon,
         has_function_privilege('authenticated', p.oid, 'execute') as authenticated,
         coalesce(p.proacl::text ~ '[{,]=', true) as everybody
       from pg_proc p where p.pronamespace = 'public'::regnamespace`,
    );
    const given = Object.fromEntries(
      functions.map((one) => [one.name, (['anon', 'authenticated'] as const).filter((role) => one[role])]),
    );
    expect(given).toEqual(RPCS);
    expect(functions.filter((one) => one.everybody)).toEqual([]);
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

/** private.rpc_permissions is complete, and correct for every kind of caller (ADR 003). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isRefused,
  openRpcPermissionsScene,
  type Actor,
  type RpcPermission,
  type RpcPermissionsScene,
} from '../support/rpc-permissions-scene.ts';

let scene: RpcPermissionsScene;
beforeAll(async () => {
  scene = await openRpcPermissionsScene();
}, 120_000);
afterAll(() => scene?.close());

/** Rows that are not RPCs: they guard reads over REST. */
const TABLES = new Set(['read_guests', 'read_tables']);
const rowsOf = (...scopes: RpcPermission['scope'][]) =>
  scene.rpcPermissions.filter(({ name, scope }) => scopes.includes(scope) && !TABLES.has(name));

/** For members of the team; the platform's administrators are not members. */
const FOR_MEMBERS = new Set([
  'answer_assignment',
  'read_my_month',
  'read_own_calendar_feed',
  'save_scheduled_export',
  'switch_scheduled_export',
  'send_export_now',
]);
/** Open to both sides of an agreement, so they are tested with another organisation's. */
const TWO_SIDED = new Set(['answer_agreement', 'end_agreement', 'read_statement', 'read_account']);
/** RPCs with the same response whether the caller may or not; their effect is tested elsewhere. */
const SILENT = new Set(['delete_time_off']);
/** RPCs where the office's right differs from the table's permission, in either direction. */
const OFFICE_DIFFERS = new Set([
  'answer_assignment',
  'change_calendar_feed',
  'create_calendar_feed',
  'send_export_now',
  'switch_scheduled_export',
]);

/** RPCs guarded by another row: a preview by that of its action, an export by who made it. */
const GUARDED_BY_ANOTHER_ROW = ['preview_schedule_change', 'switch_scheduled_export'];

test('lists every function that signed-in people may call, and nothing else', () => {
  const named = scene.rpcPermissions.map(({ name }) => name).filter((name) => !TABLES.has(name));
  expect(named.sort()).toEqual([...scene.signatures.keys()].sort());
});

test('is checked by every RPC of a company, directly or indirectly', async () => {
  const functions = await scene.db.query<{ name: string; schema: string; body: string }>(
    `select p.proname as name, n.nspname as schema, p.prosrc as body
     from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace where n.nspname in ('public', 'private') and p.prokind = 'f'`,
  );
  const bodies = new Map<string, string>();
  for (const { name, schema, body } of functions) {
    const key = `${schema}.${name}`;
    bodies.set(key, (bodies.get(key) ?? '') + body);
  }
  const unchecked = rowsOf('company').filter(({ name }) => {
    const seen = new Set<string>();
    const waiting = [`public.${name}`];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const body = bodies.get(next) ?? '';
      if (body.includes(`'${name}'`)) return false;
      for (const [called] of body.matchAll(/private\.\w+/g)) waiting.push(called);
    }
    return true;
  });
  expect(unchecked.map(({ name }) => name).sort()).toEqual(GUARDED_BY_ANOTHER_ROW);
});
test('only the table decides what acting allows; no other function reads the impersonated company', async () => {
  const readers = await scene.db.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and prosrc ~ 'impersonated_company_id' order by 1`,
  );
  expect(readers.map(({ name }) => name)).toEqual(
    [
      'acting_company',
      // For a program, which acts for nobody.
      'api_push',
      'subject_can',
      'reference_impersonated_company',
      'companies_awaiting_mfa',
      'clear_deleted_impersonated_company',
      'erase_company',
      'impersonate',
      'may_check_in',
      'log_acting',
      'possible_companies',
      'stop_impersonating',
      'subject',
    ].toSorted(),
  );
  const policyHelpers = await scene.db.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and prosrc ~ 'private\\.(companies_with_permission|fully_visible_companies|companies_with_visible_guests)\\(' order by 1`,
  );
  // Helpers of the policies themselves, and departures with a guide.
  expect(policyHelpers.map(({ name }) => name)).toEqual(['own_departures', 'partner_organisations', 'tour_companies']);
});

describe('an RPC of a company', () => {
  /** Returns whether the row allows an actor; undefined if the row does not decide. */
  const expected = (
    { name, permissions, acting, acting_with_data_sharing }: RpcPermission,
    actor: Actor,
  ): boolean | undefined => {
    switch (actor) {
      case 'owner':
        // Depends on who was offered the departure.
        return name === 'answer_assignment' ? undefined : true;
      case 'office': {
        if (OFFICE_DIFFERS.has(name)) return undefined;
        const held = new Set(['MANAGE_BOOKINGS_ACCESS', 'VIEW_BOOKINGS_ACCESS', 'CHECK_IN_ACCESS', 'CHECK_IN_REPORTING_ACCESS', 'TOUR_ATTENDANCE_ACCESS']); // prettier-ignore
        return permissions.some((permission) => held.has(permission));
      }
      case 'actingWithConsent':
        return acting_with_data_sharing;
      case 'actingWithoutConsent':
        return acting;
      case 'actingPlatformAdmin':
        return FOR_MEMBERS.has(name) ? undefined : true;
      default:
        return false;
    }
  };

  test.each([
    'owner',
    'office',
    'actingWithConsent',
    'actingWithoutConsent',
    'actingPlatformAdmin',
    'stranger',
    'strangerOwner',
  ] as const)('is granted to %s exactly as the table says', async (actor) => {
    const wrong: string[] = [];
    const { consent, noConsent } = scene.organisation;
    for (const row of rowsOf('company')) {
      const may = expected(row, actor);
      if (may === undefined || SILENT.has(row.name)) continue;
      const another = actor === 'actingWithConsent' ? noConsent : consent;
      const input = TWO_SIDED.has(row.name) ? await scene.between(another, row.name) : {};
      const result = await scene.attempt(scene.people[actor], row.name, input);
      if (isRefused(row.name, result) === may) wrong.push(`${row.name}: ${JSON.stringify(result).slice(0, 100)}`);
    }
    expect(wrong).toEqual([]);
  });
});

test('an RPC of an organisation is granted to its own people only', async () => {
  const wrong: string[] = [];
  for (const { name } of rowsOf('organisation')) {
    // It answers ok and leaves out companies that the caller does not oversee.
    if (name === 'read_overseen_figures') continue;
    for (const actor of ['owner', 'office', 'actingWithoutConsent', 'stranger', 'strangerOwner'] as const) {
      const { consent } = scene.organisation;
      const input = name === 'withdraw_statement' ? await scene.between(consent, 'read_statement') : {};
      const result = await scene.attempt(scene.people[actor], name, input);
      if (!isRefused(name, result)) wrong.push(`${name} by ${actor}: ${JSON.stringify(result).slice(0, 100)}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('an RPC of the platform is not granted to partners or owners', async () => {
  for (const actor of ['owner', 'actingWithConsent', 'stranger'] as const)
    expect(await scene.attempt(scene.people[actor], 'set_company_status')).toEqual({ status: 'not_permitted' });
  expect((await scene.attempt(scene.people.actingPlatformAdmin, 'set_company_status')).status).not.toBe(
    'not_permitted',
  );
});

test('RPCs without authority over a company answer the same while acting', async () => {
  const acting = scene.people.actingWithConsent;
  const rows = rowsOf('person', 'guest').filter(
    ({ name }) =>
      !['impersonate', 'stop_impersonating', 'guest_read_availability', 'guest_read_next_departures'].includes(name),
  );
  const results = async () => {
    const found: Record<string, unknown> = {};
    for (const { name } of rows) found[name] = (await scene.attempt(acting, name))['status'];
    return found;
  };
  const whileActing = await results();
  await scene.db.query(`update public.users set impersonated_company_id = null where id = $1`, [acting]);
  expect(await results()).toEqual(whileActing);
  await scene.db.rpc(acting, 'impersonate', { company: scene.ids['company'] });
});

/**
 * Identity of the signed-in person: roles, companies, organisations, impersonation. The specification defines the
 * first three queries.
 */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { PERMISSIONS, type Assignment, type Permission } from '../domain/permissions.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { call } from './call.ts';
import type { Client } from './client.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { parseRows } from './parse-rows.ts';

export interface MemberCompany {
  id: Uuid;
  name: string;
  slug: string;
  timeZone: string;
  currency: string;
  /** `#rrggbb`, or null for the default. */
  brandColour: string | null;
  hasActiveSubscription: boolean;
  isActive: boolean;
  /** False for a company that the person sees only through an organisation or as a platform admin. */
  member: boolean;
}

export interface MemberOrganisation {
  id: Uuid;
  name: string;
  slug: string;
}

/** Everything that menus, guards and `can()` need. Plain data, also stored on the device for offline start. */
export interface Identity {
  userId: Uuid;
  displayName: string;
  assignments: Assignment[];
  companies: MemberCompany[];
  organisations: MemberOrganisation[];
  /** `dataSharing`: the company lets the organisation see its guests' data. */
  overseen: { companyId: Uuid; organisationId: Uuid; dataSharing?: boolean }[];
  impersonatedCompanyId: Uuid | null;
}

/**
 * Loads the signed-in person's identity with parallel queries. Returns the first failure; `signed_out` when the
 * session is gone. Does not cache.
 */
export async function loadIdentity(userId: Uuid, client?: Client): Promise<Result<Identity>> {
  const list = <Row extends v.GenericSchema<unknown>>(request: (client: Client) => PromiseLike<unknown>, row: Row) =>
    call((used) => request(used) as PromiseLike<never>, { client, read: parseRows(row) });

  const [assignments, links, acting, companies, organisations, overseen] = await Promise.all([
    list(
      (c) =>
        c
          .from('roles_users')
          .select('company(id, is_active), organisation(id, is_active), role(guard_name, permissions(guard_name))')
          .eq('user_id', userId),
      assignmentRow,
    ),
    list((c) => c.from('users').select('companies(id, has_active_subscription), organisations(id)').limit(1), linksRow),
    call((c) => c.from('users').select('impersonated_company_id, display_name').eq('id', userId).single(), {
      client,
      read: (row) => parseRows(actingRow)([row])?.[0] ?? null,
    }),
    list(
      (c) =>
        c
          .from('companies')
          .select('id, name, slug, time_zone, currency, brand_colour, has_active_subscription, is_active')
          .order('name'),
      companyRow,
    ),
    list((c) => c.from('organisations').select('id, name, slug').order('name'), organisationRow),
    list(
      (c) =>
        c.from('organisation_companies').select('company_id, organisation_id, data_sharing').eq('status', 'active'),
      overseenRow,
    ),
  ]);
  // The second check only narrows the types.
  for (const result of [assignments, links, acting, companies, organisations, overseen]) if (!result.ok) return result;
  if (!assignments.ok || !links.ok || !acting.ok || !companies.ok || !organisations.ok || !overseen.ok) {
    return fail('bad_response', { retry: true });
  }
  const isLinked = (kind: 'companies' | 'organisations', { id }: { id: Uuid }) =>
    links.data[0]?.[kind].some((linked) => linked.id === id) ?? false;
  return ok({
    userId,
    displayName: acting.data.displayName ?? '',
    assignments: assignments.data,
    companies: companies.data.map((company) => ({ ...company, member: isLinked('companies', company) })),
    organisations: organisations.data.filter((organisation) => isLinked('organisations', organisation)),
    overseen: overseen.data,
    impersonatedCompanyId: acting.data.impersonatedCompanyId,
  });
}

export const impersonateRpc = defineRpc('impersonate', {
  response: v.object({ impersonatedCompanyId: v.string() }),
});

export const stopImpersonatingRpc = defineRpc('stop_impersonating', { response: v.object({}) });

/** Starts acting for a company, or stops (null). Fails with `not_permitted` or `not_found`. */
export async function impersonate(companyId: Uuid | null): Promise<Result<null>> {
  const result =
    companyId === null ? await rpc(stopImpersonatingRpc, {}) : await rpc(impersonateRpc, { company: companyId });
  return result.ok ? ok(null) : result;
}

const KNOWN_PERMISSIONS: ReadonlySet<string> = new Set(PERMISSIONS);

const bound = v.nullable(v.object({ id: v.string(), isActive: v.boolean() }));
const assignmentRow = v.pipe(
  v.object({
    company: bound,
    organisation: bound,
    role: v.object({ guardName: v.string(), permissions: v.array(v.object({ guardName: v.string() })) }),
  }),
  v.transform(({ role, company, organisation }): Assignment => ({
    role: role.guardName,
    // A newer backend may have more permissions.
    permissions: role.permissions
      .map(({ guardName }) => guardName)
      .filter((name): name is Permission => KNOWN_PERMISSIONS.has(name)),
    company,
    organisation,
  })),
);
const identified = v.array(v.object({ id: v.string() }));
const linksRow = v.object({ companies: identified, organisations: identified });
const actingRow = v.object({ impersonatedCompanyId: v.nullable(v.string()), displayName: v.nullable(v.string()) });
const companyRow = v.object({
  id: v.string(),
  name: v.string(),
  slug: v.string(),
  timeZone: v.string(),
  currency: v.string(),
  brandColour: v.nullable(v.string()),
  hasActiveSubscription: v.boolean(),
  isActive: v.boolean(),
});
const organisationRow = v.object({ id: v.string(), name: v.string(), slug: v.string() });
const overseenRow = v.object({ companyId: v.string(), organisationId: v.string(), dataSharing: v.boolean() });

/** Who somebody is: assignments, companies, organisations, for whom they act. The three first calls are the specification's. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { PERMISSIONS, type Assignment, type Permission } from '../domain/permissions.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { call } from './call.ts';
import type { Client } from './client.ts';
import { rpc } from './rpc.ts';
import { isRecord } from './shape.ts';

export interface MemberCompany {
  id: Uuid;
  name: string;
  slug: string;
  timeZone: string;
  currency: string;
  /** `#rrggbb`, or null for the product's own. */
  brandColour: string | null;
  hasActiveSubscription: boolean;
  isActive: boolean;
  /** False for a company that the person only sees through an organisation or as the platform's admin. */
  member: boolean;
}

export interface MemberOrganisation {
  id: Uuid;
  name: string;
  slug: string;
}

/** Everything that menus, guards and `can()` need; plain data, kept on the device for starting offline. */
export interface Identity {
  userId: Uuid;
  displayName: string;
  assignments: Assignment[];
  companies: MemberCompany[];
  organisations: MemberOrganisation[];
  overseen: { companyId: Uuid; organisationId: Uuid }[];
  impersonatedCompanyId: Uuid | null;
}

/**
 * Asks who the signed-in person is, all calls at once. Fails with the first call's failure; `signed_out` when the
 * session is gone. Nothing is cached here.
 */
export async function loadIdentity(userId: Uuid, client?: Client): Promise<Result<Identity>> {
  const list = <T>(request: (client: Client) => PromiseLike<unknown>, read: (row: Record<string, unknown>) => T) =>
    call((used) => request(used) as PromiseLike<never>, {
      client,
      read: (data) => (Array.isArray(data) && data.every(isRecord) ? data.map(read) : null),
    });

  const [assignments, links, acting, companies, organisations, overseen] = await Promise.all([
    list(
      (c) =>
        c
          .from('roles_users')
          .select('company(id, is_active), organisation(id, is_active), role(guard_name, permissions(guard_name))')
          .eq('user_id', userId),
      readAssignment,
    ),
    list(
      (c) => c.from('users').select('companies(id, has_active_subscription), organisations(id)').limit(1),
      readLinks,
    ),
    call((c) => c.from('users').select('impersonated_company_id, display_name').eq('id', userId).single(), {
      client,
      read: (row) => (isRecord(row) ? row : null),
    }),
    list(
      (c) =>
        c
          .from('companies')
          .select('id, name, slug, time_zone, currency, brand_colour, has_active_subscription, is_active')
          .order('name'),
      (row) => row,
    ),
    list((c) => c.from('organisations').select('id, name, slug').order('name'), readOrganisation),
    list(
      (c) => c.from('organisation_companies').select('company_id, organisation_id').eq('status', 'active'),
      (row) => ({
        companyId: String(row['company_id']),
        organisationId: String(row['organisation_id']),
      }),
    ),
  ]);
  for (const part of [assignments, links, acting, companies, organisations, overseen]) if (!part.ok) return part;
  if (!assignments.ok || !links.ok || !acting.ok || !companies.ok || !organisations.ok || !overseen.ok) {
    return fail('bad_answer', { retry: true });
  }
  const mine = links.data[0] ?? { companies: new Set<Uuid>(), organisations: new Set<Uuid>() };
  return ok({
    userId,
    displayName: String(acting.data['display_name'] ?? ''),
    assignments: assignments.data,
    companies: companies.data.map((row) => readCompany(row, mine.companies)),
    organisations: organisations.data.filter((organisation) => mine.organisations.has(organisation.id)),
    overseen: overseen.data,
    impersonatedCompanyId: textOrNull(acting.data['impersonated_company_id']),
  });
}

/** Starts to act for a company, or ends it (null). Failures: `not_permitted`, `not_found`, and those of the network. */
export async function impersonate(companyId: Uuid | null): Promise<Result<null>> {
  const shapes = { answer: v.object({}) };
  const answer =
    companyId === null
      ? await rpc('stop_impersonating', {}, shapes)
      : await rpc('impersonate', { company: companyId }, shapes);
  return answer.ok ? ok(null) : answer;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const KNOWN: ReadonlySet<string> = new Set(PERMISSIONS);

function readBound(value: unknown): { id: Uuid; isActive: boolean } | null {
  return isRecord(value) ? { id: String(value['id']), isActive: value['is_active'] !== false } : null;
}

function readAssignment(row: Record<string, unknown>): Assignment {
  const role = isRecord(row['role']) ? row['role'] : {};
  const permissions = Array.isArray(role['permissions']) ? role['permissions'] : [];
  return {
    role: String(role['guard_name'] ?? ''),
    permissions: permissions
      .map((permission) => String((permission as Record<string, unknown>)['guard_name']))
      .filter((name): name is Permission => KNOWN.has(name)),
    company: readBound(row['company']),
    organisation: readBound(row['organisation']),
  };
}

function readLinks(row: Record<string, unknown>): { companies: Set<Uuid>; organisations: Set<Uuid> } {
  const ids = (value: unknown) =>
    new Set((Array.isArray(value) ? value : []).map((item) => String((item as Record<string, unknown>)['id'])));
  return { companies: ids(row['companies']), organisations: ids(row['organisations']) };
}

function readOrganisation(row: Record<string, unknown>): MemberOrganisation {
  return { id: String(row['id']), name: String(row['name']), slug: String(row['slug']) };
}

function readCompany(row: Record<string, unknown>, mine: ReadonlySet<Uuid>): MemberCompany {
  return {
    id: String(row['id']),
    name: String(row['name']),
    slug: String(row['slug']),
    timeZone: String(row['time_zone']),
    currency: String(row['currency']),
    brandColour: textOrNull(row['brand_colour']),
    hasActiveSubscription: row['has_active_subscription'] === true,
    isActive: row['is_active'] !== false,
    member: mine.has(String(row['id'])),
  };
}

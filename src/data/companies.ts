/** Companies that a person oversees, and how each is linked to the organisation. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { call } from './call.ts';
import { figuresMoment, instant, localDate, localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { parseRows } from './parse-rows.ts';

export const PARTNERSHIP_STATUSES = ['invited', 'active', 'ended'] as const;
export type PartnershipStatus = (typeof PARTNERSHIP_STATUSES)[number];

export interface OverseenCompany {
  id: Uuid;
  name: string;
  slug: string;
  timeZone: string;
  currency: string;
  contactEmail: string | null;
  contactPhone: string | null;
  hasActiveSubscription: boolean;
  isActive: boolean;
  /** Link to an organisation; null when the person sees the company by another right. */
  link: { organisationName: string; status: PartnershipStatus } | null;
}

/**
 * Loads all companies that the person may see, by name; row level security decides which. A company that two
 * organisations oversee appears once, with its strongest link.
 */
export async function loadOverseenCompanies(signal?: AbortSignal): Promise<Result<OverseenCompany[]>> {
  const [companies, links] = await Promise.all([
    call(
      (client, abort) =>
        client
          .from('companies')
          .select(
            'id, name, slug, time_zone, currency, contact_email, contact_phone, has_active_subscription, is_active',
          )
          .order('name')
          .abortSignal(abort),
      { signal, read: parseRows(companyRow) },
    ),
    call(
      (client, abort) =>
        client.from('organisation_companies').select('company_id, status, organisations(name)').abortSignal(abort),
      { signal, read: parseRows(linkRow) },
    ),
  ]);
  if (!companies.ok) return companies;
  if (!links.ok) return links;
  const byRank = links.data.toSorted((a, b) => rank(a.status) - rank(b.status));
  return ok(
    companies.data.map((company) => {
      const link = byRank.find(({ companyId }) => companyId === company.id);
      return { ...company, link: link ? { organisationName: link.organisations.name, status: link.status } : null };
    }),
  );
}

const rank = (status: PartnershipStatus) => ({ active: 0, invited: 1, ended: 2 })[status];
const textOrNone = v.pipe(
  v.nullable(v.string()),
  v.transform((text) => text || null),
);

const companyRow = v.object({
  id: v.string(),
  name: v.string(),
  slug: v.string(),
  timeZone: v.string(),
  currency: v.string(),
  contactEmail: textOrNone,
  contactPhone: textOrNone,
  hasActiveSubscription: v.boolean(),
  isActive: v.boolean(),
});

const linkRow = v.object({
  companyId: v.string(),
  status: v.picklist(PARTNERSHIP_STATUSES),
  organisations: v.object({ name: v.string() }),
});

const figures = v.object({
  companies: v.array(
    v.object({
      company: v.string(),
      ...figuresMoment,
      next: v.array(
        v.object({
          id: v.string(),
          title: localised,
          startsAt: instant,
          localDate,
          capacity: v.number(),
          seats: v.number(),
        }),
      ),
      // Amounts in minor units of the company's currency.
      bookings: v.number(),
      guests: v.number(),
      revenue: v.number(),
      /** Tickets for past departures, and how many of their guests came. */
      booked: v.number(),
      attended: v.number(),
    }),
  ),
});
export type CompanyFigures = v.InferOutput<typeof figures>['companies'][number];

/** Companies per request. */
const COMPANIES_PER_REQUEST = 50;

export const readOverseenFiguresRpc = defineRpc('read_overseen_figures', { response: figures });

/** Reads figures of the last `days` days until today. Companies without permission are left out. */
export async function readOverseenFigures(
  { companies, days }: { companies: readonly Uuid[]; days: number },
  signal?: AbortSignal,
): Promise<Result<CompanyFigures[]>> {
  const all: CompanyFigures[] = [];
  for (let from = 0; from < companies.length; from += COMPANIES_PER_REQUEST) {
    const args = { companies: companies.slice(from, from + COMPANIES_PER_REQUEST), days };
    const result = await rpc(readOverseenFiguresRpc, args, { signal });
    if (!result.ok) return result;
    all.push(...result.data.companies);
  }
  return ok(all);
}

export interface CompanyStatus {
  company: Uuid;
  isActive: boolean;
  hasSubscription: boolean;
  /** Recorded in the company's audit log. */
  reason: string;
}

export const setCompanyStatusRpc = defineRpc('set_company_status', { response: v.object({}) });

/**
 * Activates or deactivates a company or its subscription; platform admins only. Fails with `not_permitted` or
 * `not_found`.
 */
export const setCompanyStatus = ({ company, isActive, hasSubscription, reason }: CompanyStatus) =>
  rpc(setCompanyStatusRpc, { company, is_active: isActive, has_subscription: hasSubscription, reason });

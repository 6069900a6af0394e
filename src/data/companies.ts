/** The companies that somebody oversees, with how each stands to the organisation. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { call } from './call.ts';
import { figuresMoment, instant, localDate, localised } from './departure-schemas.ts';
import { rpc } from './rpc.ts';
import { parseRows } from './parse-rows.ts';

export const LINK_STATUSES = ['invited', 'active', 'ended'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

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
  /** How it is linked to an organisation; null where the person sees it by another right. */
  link: { organisationName: string; status: LinkStatus } | null;
}

/**
 * All companies that the person may see, by name; row security decides which. Fails like any other call. A company
 * that two organisations oversee comes once, with the link that counts most.
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

const rank = (status: LinkStatus) => ({ active: 0, invited: 1, ended: 2 })[status];
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
  status: v.picklist(LINK_STATUSES),
  organisations: v.object({ name: v.string() }),
});

const figures = v.object({
  companies: v.array(
    v.object({
      company: v.string(),
      ...figuresMoment,
      /** The next three departures. */
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
      // Of the company's currency; `revenue` in minor units.
      bookings: v.number(),
      guests: v.number(),
      revenue: v.number(),
      /** Tickets of departures that are over, and who of them came. */
      booked: v.number(),
      came: v.number(),
    }),
  ),
});
export type CompanyFigures = v.InferOutput<typeof figures>['companies'][number];

/** Companies that are asked about at once. */
const AT_ONCE = 50;

/** What becomes of the companies, of the last `days` until today. Those that the person has no right to are left out. Fails like any call. */
export async function readOverseenFigures(
  { companies, days }: { companies: readonly Uuid[]; days: number },
  signal?: AbortSignal,
): Promise<Result<CompanyFigures[]>> {
  const all: CompanyFigures[] = [];
  for (let from = 0; from < companies.length; from += AT_ONCE) {
    const asked = { companies: companies.slice(from, from + AT_ONCE), days };
    const answer = await rpc('read_overseen_figures', asked, { signal, answer: figures });
    if (!answer.ok) return answer;
    all.push(...answer.data.companies);
  }
  return ok(all);
}

export interface CompanyStanding {
  company: Uuid;
  isActive: boolean;
  hasSubscription: boolean;
  /** What the company's log keeps of it. */
  reason: string;
}

/** For the platform alone. Fails with `not_permitted`, `not_found` and like any call. */
export const setCompanyStanding = ({ company, isActive, hasSubscription, reason }: CompanyStanding) =>
  rpc(
    'set_company_status',
    { company, is_active: isActive, has_subscription: hasSubscription, reason },
    { answer: v.object({}) },
  );

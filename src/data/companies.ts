/** The companies that somebody oversees, with how each stands to the organisation. */
import type { Uuid } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { call } from './call.ts';
import { isRecord } from './shape.ts';

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
  const rows = <T>(answer: unknown, read: (row: Record<string, unknown>) => T) =>
    Array.isArray(answer) && answer.every(isRecord) ? answer.map(read) : null;
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
      { signal, read: (data) => rows(data, readCompany) },
    ),
    call(
      (client, abort) =>
        client.from('organisation_companies').select('company_id, status, organisations(name)').abortSignal(abort),
      { signal, read: (data) => rows(data, readLink) },
    ),
  ]);
  if (!companies.ok) return companies;
  if (!links.ok) return links;
  const byRank = links.data.toSorted((a, b) => rank(a.link.status) - rank(b.link.status));
  return ok(
    companies.data.map((company) => ({
      ...company,
      link: byRank.find(({ companyId }) => companyId === company.id)?.link ?? null,
    })),
  );
}

const rank = (status: LinkStatus) => ({ active: 0, invited: 1, ended: 2 })[status];
const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

function readCompany(row: Record<string, unknown>): Omit<OverseenCompany, 'link'> {
  return {
    id: String(row['id']),
    name: String(row['name']),
    slug: String(row['slug']),
    timeZone: String(row['time_zone']),
    currency: String(row['currency']),
    contactEmail: textOrNull(row['contact_email']),
    contactPhone: textOrNull(row['contact_phone']),
    hasActiveSubscription: row['has_active_subscription'] === true,
    isActive: row['is_active'] !== false,
  };
}

function readLink(row: Record<string, unknown>) {
  const organisation = isRecord(row['organisations']) ? row['organisations'] : {};
  const status = LINK_STATUSES.find((each) => each === row['status']) ?? 'ended';
  return {
    companyId: String(row['company_id']),
    link: { organisationName: String(organisation['name'] ?? ''), status },
  };
}

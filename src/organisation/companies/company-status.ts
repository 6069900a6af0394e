import type { OverseenCompany } from '../../data/companies.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { StateName } from '../../ui/theme/state-colours.ts';

/** The most important state of a company; being disabled outranks the others. */
export const COMPANY_STATUSES = ['active', 'invited', 'off', 'ended'] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

export const COMPANY_STATUS_TEXTS = {
  active: { id: 'companies.status.active', state: 'ok' },
  invited: { id: 'companies.status.invited', state: 'waiting' },
  off: { id: 'companies.status.off', state: 'no' },
  ended: { id: 'companies.status.ended', state: 'neutral' },
} as const satisfies Record<CompanyStatus, { id: MessageId; state: StateName }>;

export function companyStatusOf({ isActive, link }: OverseenCompany): CompanyStatus {
  if (!isActive) return 'off';
  return link?.status ?? 'active';
}

export const canActFor = (company: OverseenCompany) => companyStatusOf(company) === 'active';

import type { OverseenCompany } from '../../data/companies.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { StateName } from '../../ui/theme/state-colours.ts';

/** What matters most about how a company stands: switched off before everything else. */
export const STANDINGS = ['active', 'invited', 'off', 'ended'] as const;
export type Standing = (typeof STANDINGS)[number];

export const STANDING_TEXTS = {
  active: { id: 'companies.status.active', state: 'ok' },
  invited: { id: 'companies.status.invited', state: 'waiting' },
  off: { id: 'companies.status.off', state: 'no' },
  ended: { id: 'companies.status.ended', state: 'neutral' },
} as const satisfies Record<Standing, { id: MessageId; state: StateName }>;

export function standingOf({ isActive, link }: OverseenCompany): Standing {
  if (!isActive) return 'off';
  return link?.status ?? 'active';
}

/** Whether the person may act for it. */
export const canOpen = (company: OverseenCompany) => standingOf(company) === 'active';

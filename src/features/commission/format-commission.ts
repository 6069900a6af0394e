import type { MessageId } from '../../i18n/message-id.ts';
import type { CommissionSums, Statement } from '../../data/referrals.ts';
import type { MinorUnits } from '../../domain/ids.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import type { StateName } from '../../ui/theme/state-colours.ts';

export const COMMISSION_STATES = ['pending', 'earned', 'settled'] as const;
export type CommissionState = (typeof COMMISSION_STATES)[number];

export const STATEMENT_BADGES = {
  issued: { id: 'commission.state.issued', state: 'waiting' },
  agreed: { id: 'commission.state.agreed', state: 'ok' },
  disputed: { id: 'commission.state.disputed', state: 'attention' },
  withdrawn: { id: 'commission.state.withdrawn', state: 'neutral' },
} as const satisfies Record<Statement['state'], { id: MessageId; state: StateName }>;

/** Formats the sums of a state in all currencies; null if there are none. */
export function formatCommissionSum(sums: CommissionSums, state: CommissionState, formats: Formats): string | null {
  const nonZero = sums.filter((sum) => sum[state] !== 0);
  return nonZero.length === 0
    ? null
    : formats.list(nonZero.map((sum) => formats.money(sum[state] as MinorUnits, sum.currency)));
}

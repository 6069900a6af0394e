import type { IntlShape } from 'react-intl';
import { COMMISSION_STATES, formatCommissionSum } from '../../features/commission/format-commission.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

/** Formats the commission in each state; null where there is none. */
export const formatCommissionAmounts = (
  sums: Parameters<typeof formatCommissionSum>[0],
  { intl, formats }: { intl: IntlShape; formats: Formats },
) =>
  COMMISSION_STATES.map((state) => {
    const amount = formatCommissionSum(sums, state, formats);
    return amount && intl.formatMessage({ id: `commission.${state}.amount` }, { amount });
  });

import { FormattedMessage } from 'react-intl';
import type { RowFate } from '../../domain/import/rows.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import type { StateName } from '../../ui/theme/state-colours.ts';

const STATES: Record<RowFate, StateName> = { new: 'ok', changed: 'attention', same: 'neutral', refused: 'no' };

export function FateBadge({ fate }: { fate: RowFate }) {
  return (
    <StateBadge state={STATES[fate]}>
      <FormattedMessage id={`import.fate.${fate}`} />
    </StateBadge>
  );
}

import { FormattedMessage } from 'react-intl';
import type { RowOutcome } from '../../domain/import/rows.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import type { StateName } from '../../ui/theme/state-colours.ts';

const STATES: Record<RowOutcome, StateName> = { new: 'ok', changed: 'attention', same: 'neutral', refused: 'no' };

export function RowOutcomeBadge({ outcome }: { outcome: RowOutcome }) {
  return (
    <StateBadge state={STATES[outcome]}>
      <FormattedMessage id={`import.outcome.${outcome}`} values={{ count: 1 }} />
    </StateBadge>
  );
}

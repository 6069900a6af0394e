import { FormattedMessage } from 'react-intl';
import type { BookingStatus } from '../../domain/enums.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import type { StateName } from '../../ui/theme/state-colours.ts';

const STATES: Record<BookingStatus, StateName> = {
  CONFIRMED: 'ok',
  ON_HOLD: 'waiting',
  PENDING: 'attention',
  EXPIRED: 'neutral',
  REJECTED: 'no',
  CANCELLED: 'no',
};

/** Renders a booking's status as icon, text and colour. */
export function BookingStateBadge({ state }: { state: BookingStatus }) {
  return (
    <StateBadge state={STATES[state]}>
      <FormattedMessage id={`bookings.state.${state}`} />
    </StateBadge>
  );
}

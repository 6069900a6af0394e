import { FormattedMessage } from 'react-intl';
import type { BookingActionResult } from '../../../data/bookings/actions.ts';
import { Message } from '../../../ui/states/message.tsx';

/** Warns that staff pass the booking cut-off, the only rule for which they need no reason. */
export function OverrideWarning({ overriddenRules }: Pick<BookingActionResult, 'overriddenRules'>) {
  return overriddenRules?.includes('cut_off') ? (
    <Message state="attention">
      <FormattedMessage id="bookings.cutOff" />
    </Message>
  ) : null;
}

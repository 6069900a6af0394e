import { FormattedMessage } from 'react-intl';
import type { BookingActionResult } from '../../../data/bookings/actions.ts';
import { Message } from '../../../ui/states/message.tsx';

/** Warns about rules that staff pass without giving a reason, such as the booking cut-off. */
export function OverrideWarning({ overriddenRules }: Pick<BookingActionResult, 'overriddenRules'>) {
  return overriddenRules?.includes('cut_off') ? (
    <Message state="attention">
      <FormattedMessage id="bookings.cutOff" />
    </Message>
  ) : null;
}

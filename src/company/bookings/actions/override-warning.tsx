import { FormattedMessage } from 'react-intl';
import type { ActResult } from '../../../data/bookings/actions.ts';
import { Message } from '../../../ui/states/message.tsx';

/** What the office passes without being asked why is said before it is done: guests could not do it any more. */
export function OverrideWarning({ passed }: Pick<ActResult, 'passed'>) {
  return passed?.includes('cut_off') ? (
    <Message state="attention">
      <FormattedMessage id="bookings.cutOff" />
    </Message>
  ) : null;
}

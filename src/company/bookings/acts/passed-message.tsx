import { FormattedMessage } from 'react-intl';
import type { ActAnswer } from '../../../data/bookings/acts.ts';
import { Message } from '../../../ui/states/message.tsx';

/** What the office passes without being asked why is said before it is done: guests could not do it any more. */
export function PassedMessage({ passed }: Pick<ActAnswer, 'passed'>) {
  return passed?.includes('cut_off') ? (
    <Message state="attention">
      <FormattedMessage id="bookings.cutOff" />
    </Message>
  ) : null;
}

import { FormattedMessage } from 'react-intl';
import type { BookingActionResult } from '../../../data/bookings/actions.ts';
import type { BookingContext } from '../booking-context.ts';

/** Change of the price by an action, with the new total and the amount due. */
export function PriceDifference({ result, context }: { result: BookingActionResult; context: BookingContext }) {
  const { difference = 0, money } = result;
  return (
    <FormattedMessage
      id="bookings.difference"
      values={{
        kind: difference > 0 ? 'more' : difference < 0 ? 'less' : 'same',
        amount: context.formats.money(Math.abs(difference), money.currency),
        total: context.formats.money(money.total, money.currency),
        due: context.formats.money(money.due, money.currency),
      }}
    />
  );
}

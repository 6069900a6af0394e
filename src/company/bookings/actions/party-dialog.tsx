/** Adds and removes guests and previews the new price. */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import { Message } from '../../../ui/states/message.tsx';
import { PartyFields, sizeOf, ticketsOf, type Counts } from '../../../features/bookings/party-fields.tsx';
import { usePrices } from '../departures/use-prices.ts';
import { activeGuests } from '../detail/active-guests.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { GuestPicker } from './guest-picker.tsx';
import { PriceDifference } from './price-difference.tsx';

export function PartyDialog({ booking, context, ...rest }: BookingDialogProps) {
  const intl = useIntl();
  // Current prices are in the company's current currency and cannot be added to a booking in another one.
  const hasOtherCurrency = booking.money.currency !== context.currency;
  const prices = usePrices(context.company, hasOtherCurrency ? null : booking.departure.tourId).data ?? [];
  const [counts, setCounts] = useState<Counts>(new Map());
  const [removed, setRemoved] = useState<Uuid[]>([]);
  const added = sizeOf(counts);
  const remaining = activeGuests(booking).length - removed.length + added;
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      context={context}
      title={<FormattedMessage id="bookings.party.title" values={{ name: booking.contactName }} />}
      act={
        (added > 0 || removed.length > 0) && remaining > 0
          ? { name: 'change_party', change: { add: ticketsOf(prices, counts), remove: removed } }
          : null
      }
      confirm={() => <FormattedMessage id="bookings.party.confirm" values={{ count: remaining }} />}
      effect={(result) => <PriceDifference result={result} context={context} />}
      successText={() => intl.formatMessage({ id: 'bookings.party.done' }, { count: remaining })}
    >
      {hasOtherCurrency ? (
        <Message state="attention">
          <FormattedMessage
            id="bookings.party.otherCurrency"
            values={{ currency: booking.money.currency, other: context.currency }}
          />
        </Message>
      ) : (
        <PartyFields
          context={context}
          prices={prices}
          counts={counts}
          legend={<FormattedMessage id="bookings.party.add" />}
          onChange={setCounts}
        />
      )}
      <GuestPicker
        booking={booking}
        legend={<FormattedMessage id="bookings.party.remove" />}
        selected={removed}
        onChange={setRemoved}
      />
      {remaining <= 0 && <FormattedMessage id="bookings.party.empty" />}
    </ActionDialog>
  );
}

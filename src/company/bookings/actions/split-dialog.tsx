/** Moves some guests to a booking of their own. */
import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { visibleText } from '../../../domain/email-address.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { activeGuests } from '../detail/active-guests.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { GuestPicker } from './guest-picker.tsx';

export function SplitDialog({ booking, context, ...rest }: BookingDialogProps) {
  const intl = useIntl();
  const [guestIds, setGuestIds] = useState<Uuid[]>([]);
  const [name, setName] = useState('');
  const isValid = guestIds.length > 0 && guestIds.length < activeGuests(booking).length;
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      context={context}
      title={<FormattedMessage id="bookings.split.title" values={{ name: booking.contactName }} />}
      act={
        isValid
          ? {
              name: 'split_booking',
              change: {
                guests: guestIds,
                ...(visibleText(name) === '' ? {} : { contact: { name: visibleText(name) } }),
              },
            }
          : null
      }
      confirm={() => <FormattedMessage id="bookings.split.confirm" values={{ count: guestIds.length }} />}
      effect={({ money }) => (
        <FormattedMessage
          id="bookings.split.effect"
          values={{
            total: context.formats.money(money.total, money.currency),
            rest: context.formats.money(booking.money.total - money.total, money.currency),
          }}
        />
      )}
      successText={({ newReference = '' }) =>
        intl.formatMessage({ id: 'bookings.split.done' }, { reference: newReference })
      }
    >
      <GuestPicker
        booking={booking}
        legend={<FormattedMessage id="bookings.split.who" />}
        selected={guestIds}
        onChange={setGuestIds}
      />
      <Field
        label={intl.formatMessage({ id: 'bookings.split.name' })}
        hint={intl.formatMessage({ id: 'bookings.split.name.hint' }, { name: booking.contactName })}
      >
        <Input value={name} maxLength={200} input={{ size: 1 }} onChange={(_, data) => setName(data.value)} />
      </Field>
    </ActionDialog>
  );
}

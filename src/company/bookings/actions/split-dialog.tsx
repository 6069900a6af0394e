/** Moves some guests to a booking of their own. */
import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { visibleText } from '../../../domain/email-address.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { GuestChoice, liveGuests } from './guest-choice.tsx';

export function SplitDialog({ booking, scope, ...rest }: BookingDialogProps) {
  const intl = useIntl();
  const [going, setGoing] = useState<Uuid[]>([]);
  const [name, setName] = useState('');
  const some = going.length > 0 && going.length < liveGuests(booking).length;
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      scope={scope}
      title={<FormattedMessage id="bookings.split.title" values={{ name: booking.contactName }} />}
      act={
        some
          ? {
              name: 'split_booking',
              change: { guests: going, ...(visibleText(name) === '' ? {} : { contact: { name: visibleText(name) } }) },
            }
          : null
      }
      confirm={() => <FormattedMessage id="bookings.split.confirm" values={{ count: going.length }} />}
      effect={({ money }) => (
        <FormattedMessage
          id="bookings.split.effect"
          values={{
            total: scope.formats.money(money.total, money.currency),
            rest: scope.formats.money(booking.money.total - money.total, money.currency),
          }}
        />
      )}
      done={({ newReference = '' }) => intl.formatMessage({ id: 'bookings.split.done' }, { reference: newReference })}
    >
      <GuestChoice
        booking={booking}
        legend={<FormattedMessage id="bookings.split.who" />}
        chosen={going}
        onChange={setGoing}
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

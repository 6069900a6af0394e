/** Changes the partner that a booking came through. */
import { Field, Select } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useBookingChoices } from '../list/use-booking-choices.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';

export function PartnerDialog({ booking, context, ...rest }: BookingDialogProps) {
  const intl = useIntl();
  const { senders } = useBookingChoices(context);
  const { organisation } = booking;
  const [partnerId, setPartnerId] = useState(organisation?.id ?? '');
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      context={context}
      title={<FormattedMessage id="bookings.partner.title" values={{ name: booking.contactName }} />}
      act={
        partnerId === (organisation?.id ?? '')
          ? null
          : { name: 'assign_partner', change: { organisationId: partnerId === '' ? null : partnerId } }
      }
      confirm={() => <FormattedMessage id="form.save" />}
      successText={() => intl.formatMessage({ id: 'form.saved' })}
    >
      <Field label={intl.formatMessage({ id: 'bookings.filter.partner' })}>
        <Select value={partnerId} onChange={(_, data) => setPartnerId(data.value)}>
          <option value="">{intl.formatMessage({ id: 'bookings.partner.none' })}</option>
          {/* The present partner, although it may no longer sell. */}
          {organisation && !senders.some(({ value }) => value === organisation.id) && (
            <option value={organisation.id}>{organisation.name}</option>
          )}
          {senders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </ActionDialog>
  );
}

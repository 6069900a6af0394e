/** Corrects the attendance from the office: marks guests as no-shows, or checks them in. */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import { activeGuests } from '../detail/active-guests.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { GuestPicker } from './guest-picker.tsx';

export function AttendanceDialog({
  booking,
  context,
  action,
  ...rest
}: BookingDialogProps & { action: 'noShow' | 'attended' }) {
  const intl = useIntl();
  const [guestIds, setGuestIds] = useState<Uuid[]>(() =>
    activeGuests(booking)
      .filter(({ checkIn }) => checkIn !== 'checked_in')
      .map(({ id }) => id),
  );
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      context={context}
      title={<FormattedMessage id={`bookings.${action}.title`} values={{ name: booking.contactName }} />}
      act={
        guestIds.length === 0
          ? null
          : { name: action === 'noShow' ? 'mark_no_show' : 'mark_attended', change: { guests: guestIds } }
      }
      confirm={() => <FormattedMessage id={`bookings.${action}.confirm`} values={{ count: guestIds.length }} />}
      successText={() => intl.formatMessage({ id: `bookings.${action}.done` }, { count: guestIds.length })}
    >
      <GuestPicker
        booking={booking}
        legend={<FormattedMessage id={`bookings.${action}.who`} />}
        selected={guestIds}
        onChange={setGuestIds}
      />
    </ActionDialog>
  );
}

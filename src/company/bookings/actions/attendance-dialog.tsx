/** Records a no-show, or a late arrival, after the departure. */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { GuestChoice, liveGuests } from './guest-choice.tsx';

export function AttendanceDialog({ booking, scope, what, ...rest }: BookingDialogProps & { what: 'noShow' | 'came' }) {
  const intl = useIntl();
  const [chosen, setChosen] = useState<Uuid[]>(() =>
    liveGuests(booking)
      .filter(({ checkIn }) => checkIn !== 'checked_in')
      .map(({ id }) => id),
  );
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      scope={scope}
      title={<FormattedMessage id={`bookings.${what}.title`} values={{ name: booking.contactName }} />}
      act={
        chosen.length === 0
          ? null
          : { name: what === 'noShow' ? 'mark_no_show' : 'mark_attended', change: { guests: chosen } }
      }
      confirm={() => <FormattedMessage id={`bookings.${what}.confirm`} values={{ count: chosen.length }} />}
      done={() => intl.formatMessage({ id: `bookings.${what}.done` }, { count: chosen.length })}
    >
      <GuestChoice
        booking={booking}
        legend={<FormattedMessage id={`bookings.${what}.who`} />}
        chosen={chosen}
        onChange={setChosen}
      />
    </ActionDialog>
  );
}

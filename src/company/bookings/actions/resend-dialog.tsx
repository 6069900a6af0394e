/** Sends the mail for the booking's current state again, with an optional message. */
import { Field, Textarea } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { useDialogDraft } from './use-dialog-draft.ts';

export function ResendDialog({ booking, context, ...rest }: BookingDialogProps) {
  const intl = useIntl();
  const { state } = booking;
  const email = booking.contactEmail ?? '';
  const {
    values: { message },
    setValue,
    draft,
  } = useDialogDraft({ owner: context.company, key: `booking/${booking.id}/resend` }, { message: '' });
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      draft={draft}
      context={context}
      title={<FormattedMessage id="bookings.resend.title" values={{ state, name: booking.contactName }} />}
      act={{ name: 'resend_booking', change: message.trim() === '' ? {} : { message: message.trim() } }}
      confirm={() => <FormattedMessage id="bookings.resend.confirm" />}
      effect={() => <FormattedMessage id="bookings.resend.effect" values={{ email }} />}
      successText={() => intl.formatMessage({ id: 'bookings.outbox.goes' }, { address: email })}
    >
      <Field label={intl.formatMessage({ id: 'bookings.message' })}>
        <Textarea rows={3} maxLength={2000} value={message} onChange={(_, data) => setValue('message', data.value)} />
      </Field>
    </ActionDialog>
  );
}

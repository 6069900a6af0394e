/** Dialogs for status changes: confirm, extend, release, reject and restore. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingActionChange } from '../../../data/bookings/actions.ts';
import { activeGuests } from '../detail/active-guests.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { toReasonPayload, ReasonFields, type Reason } from './reason-fields.tsx';
import { useDialogDraft } from './use-dialog-draft.ts';

export const STATUS_ACTIONS = ['confirm', 'extend', 'release', 'reject', 'restore'] as const;
export type StatusAction = (typeof STATUS_ACTIONS)[number];

export function StatusDialog({ action, booking, context, ...rest }: BookingDialogProps & { action: StatusAction }) {
  const intl = useIntl();
  const {
    values: { reason },
    setValue,
    draft,
  } = useDialogDraft<{ reason: Reason }>(
    { owner: context.company, key: `booking/${booking.id}/${action}` },
    { reason: { reason: 'other', note: '' } },
  );
  const changes: Record<StatusAction, BookingActionChange> = {
    confirm: { name: 'confirm_booking', change: {} },
    extend: { name: 'extend_booking', change: { minutes: 60 } },
    release: { name: 'release_hold', change: {} },
    reject: { name: 'reject_booking', change: toReasonPayload(reason) },
    restore: { name: 'restore_booking', change: {} },
  };
  const values = {
    name: booking.contactName,
    guests: activeGuests(booking).length,
    when: context.when(booking.departure.startsAt),
    amount: context.formats.money(booking.money.balance, booking.money.currency),
    paid: booking.money.balance > 0 ? 'some' : 'none',
  };
  return (
    <ActionDialog
      {...rest}
      kind={action === 'reject' ? 'form' : 'confirm'}
      booking={booking}
      draft={draft}
      context={context}
      title={<FormattedMessage id={`bookings.${action}.title`} values={values} />}
      act={changes[action]}
      confirm={() => <FormattedMessage id={`bookings.${action}.confirm`} />}
      effect={({ expiresAt, money }) => (
        <FormattedMessage
          id={`bookings.${action}.effect`}
          values={{
            ...values,
            due: context.formats.money(money.due, money.currency),
            until: expiresAt ? context.when(expiresAt) : '',
          }}
        />
      )}
      successText={() => intl.formatMessage({ id: `bookings.${action}.done` }, values)}
    >
      {action === 'reject' && <ReasonFields value={reason} onChange={(value) => setValue('reason', value)} />}
    </ActionDialog>
  );
}

/** Cancels a booking with a reason and a refund. */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingActionResult } from '../../../data/bookings/actions.ts';
import { activeGuests } from '../detail/active-guests.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { toMessageOption, MessageField } from './message-field.tsx';
import { toReasonPayload, ReasonFields, type Reason } from './reason-fields.tsx';
import { RefundFields, toRefundPayload, type RefundChoice } from './refund-fields.tsx';
import { useDialogDraft } from './use-dialog-draft.ts';

/** Returns what the guest gets back. `onAccount`, which is negative, is credited to the partner instead. */
const guestRefund = (preview: BookingActionResult | null) => (preview?.refund ?? 0) + (preview?.onAccount ?? 0);

export function CancelDialog({ booking, context, ...rest }: BookingDialogProps) {
  const intl = useIntl();
  const [refund, setRefund] = useState<RefundChoice>({ kind: 'policy', amountText: '' });
  const {
    values: { reason, guestMessage },
    setValue,
    draft,
  } = useDialogDraft<{ reason: Reason; guestMessage: string | null }>(
    { owner: context.company, key: `booking/${booking.id}/cancel` },
    { reason: { reason: 'guest_request', note: '' }, guestMessage: null },
  );
  const refundPayload = toRefundPayload(refund, booking, intl.locale);
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      draft={draft}
      context={context}
      title={<FormattedMessage id="bookings.cancel.title" values={{ name: booking.contactName }} />}
      act={
        refundPayload && {
          name: 'cancel_booking',
          change: { ...toReasonPayload(reason), ...toMessageOption(guestMessage), ...refundPayload },
        }
      }
      confirm={(preview) => (
        <FormattedMessage
          id="bookings.cancel.confirm"
          values={{
            refund: guestRefund(preview) ? 'some' : 'none',
            amount: context.formats.money(guestRefund(preview), booking.money.currency),
          }}
        />
      )}
      leave={<FormattedMessage id="bookings.cancel.leave" values={{ count: 1 }} />}
      effect={(preview) => <CancelEffect preview={preview} booking={booking} context={context} />}
      successText={({ reference }) => intl.formatMessage({ id: 'bookings.cancel.done' }, { reference })}
    >
      <ReasonFields value={reason} onChange={(value) => setValue('reason', value)} />
      {booking.contactEmail && (
        <MessageField
          message={guestMessage}
          label={intl.formatMessage({ id: 'bookings.mailNotice' }, { email: booking.contactEmail })}
          onChange={(message) => setValue('guestMessage', message)}
        />
      )}
      <RefundFields booking={booking} context={context} value={refund} onChange={setRefund} />
    </ActionDialog>
  );
}

interface CancelEffectProps extends Pick<BookingDialogProps, 'booking' | 'context'> {
  preview: BookingActionResult;
}

/** Shows how many guests are cancelled, and the amounts refunded and kept. */
function CancelEffect({ preview, booking, context }: CancelEffectProps) {
  const { money } = booking;
  const refund = guestRefund(preview);
  const retained = money.balance - (preview.refund ?? 0);
  const formatAmount = (minor: number) => context.formats.money(minor, money.currency);
  return (
    <FormattedMessage
      id="bookings.cancel.effect"
      values={{
        guests: activeGuests(booking).length,
        refund: refund > 0 ? (retained > 0 ? 'part' : 'some') : retained > 0 ? 'kept' : 'none',
        amount: formatAmount(refund),
        kept: formatAmount(retained),
      }}
    />
  );
}

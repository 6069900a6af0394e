/** Cancels a booking with a reason and a refund: the policy's amount, everything, nothing or another amount. */
import { Field, Input, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingActionResult } from '../../../data/bookings/actions.ts';
import { parsePositiveMoney } from '../../../domain/parse-money.ts';
import { density } from '../../../ui/theme/sizes.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { toMailOption, MessageField } from './message-field.tsx';
import { toReasonPayload, ReasonFields, type Reason } from './reason-fields.tsx';
import { useDialogDraft } from './use-dialog-draft.ts';

const REFUNDS = ['policy', 'full', 'none', 'some'] as const;
type Refund = (typeof REFUNDS)[number];

const useStyles = makeStyles({ radio: { minHeight: density.target, alignItems: 'center' } });

export function CancelDialog({ booking, context, ...rest }: BookingDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { money, cancellation } = booking;
  const [refund, setRefund] = useState<Refund>('policy');
  const [amountText, setAmountText] = useState('');
  const {
    values: { reason, guestMessage },
    setValue,
    draft,
  } = useDialogDraft<{ reason: Reason; guestMessage: string | null }>(
    { owner: context.company, key: `booking/${booking.id}/cancel` },
    { reason: { reason: 'guest_request', note: '' }, guestMessage: null },
  );
  const amount = parsePositiveMoney(amountText, money.currency, intl.locale);
  const formatAmount = (minor: number) => context.formats.money(minor, money.currency);
  const requestedRefund = refund === 'some' ? amount : refund;
  const choices = money.balance > 0 ? REFUNDS : [];
  /** The refund without the part that only comes off the partner's account (a negative `onAccount`). */
  const guestRefund = (preview: BookingActionResult | null) => (preview?.refund ?? 0) + (preview?.onAccount ?? 0);
  const retainedAmount = (preview: BookingActionResult) => money.balance - (preview.refund ?? 0);
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      draft={draft}
      context={context}
      title={<FormattedMessage id="bookings.cancel.title" values={{ name: booking.contactName }} />}
      act={
        requestedRefund === null
          ? null
          : {
              name: 'cancel_booking',
              change: {
                ...toReasonPayload(reason),
                ...toMailOption(guestMessage),
                ...(choices.length > 0 ? { refund: requestedRefund } : {}),
              },
            }
      }
      confirm={(preview) => (
        <FormattedMessage
          id="bookings.cancel.confirm"
          values={{ refund: guestRefund(preview) ? 'some' : 'none', amount: formatAmount(guestRefund(preview)) }}
        />
      )}
      leave={<FormattedMessage id="bookings.cancel.leave" values={{ count: 1 }} />}
      effect={(preview) => (
        <FormattedMessage
          id="bookings.cancel.effect"
          values={{
            guests: booking.guests.filter(({ cancelled }) => !cancelled).length,
            refund:
              guestRefund(preview) > 0
                ? retainedAmount(preview) > 0
                  ? 'part'
                  : 'some'
                : retainedAmount(preview) > 0
                  ? 'kept'
                  : 'none',
            amount: formatAmount(guestRefund(preview)),
            kept: formatAmount(retainedAmount(preview)),
          }}
        />
      )}
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
      {choices.length > 0 && (
        <Field
          label={intl.formatMessage({ id: 'bookings.refund' })}
          hint={intl.formatMessage(
            { id: 'bookings.refund.until' },
            { until: context.when(cancellation.freeUntil), paid: formatAmount(money.balance) },
          )}
        >
          <RadioGroup value={refund} onChange={(_, data) => setRefund(data.value as Refund)}>
            {choices.map((choice) => (
              <Radio
                key={choice}
                className={styles.radio}
                value={choice}
                label={intl.formatMessage(
                  { id: `bookings.refund.${choice}` },
                  { amount: formatAmount(choice === 'policy' ? cancellation.refund : money.balance) },
                )}
              />
            ))}
          </RadioGroup>
        </Field>
      )}
      {refund === 'some' && (
        <Field
          label={intl.formatMessage({ id: 'bookings.amount' })}
          {...(amountText !== '' && amount === null
            ? {
                validationState: 'error' as const,
                validationMessage: intl.formatMessage(
                  { id: 'form.money' },
                  { name: intl.formatMessage({ id: 'bookings.amount' }) },
                ),
              }
            : {})}
        >
          <Input
            inputMode="decimal"
            value={amountText}
            input={{ size: 1 }}
            contentAfter={money.currency}
            onChange={(_, data) => setAmountText(data.value)}
          />
        </Field>
      )}
    </ActionDialog>
  );
}

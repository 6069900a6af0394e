/** Cancels a booking with a reason and a refund: the policy's amount, everything, nothing or another amount. */
import { Field, Input, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ActResult } from '../../../data/bookings/actions.ts';
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

export function CancelDialog({ booking, scope, ...rest }: BookingDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { money, cancellation } = booking;
  const [refund, setRefund] = useState<Refund>('policy');
  const [typed, setTyped] = useState('');
  const {
    typed: { reason, letter },
    type,
    draft,
  } = useDialogDraft<{ reason: Reason; letter: string | null }>(
    { owner: scope.company, key: `booking/${booking.id}/cancel` },
    { reason: { reason: 'guest_asked', words: '' }, letter: null },
  );
  const amount = parsePositiveMoney(typed, money.currency, intl.locale);
  const shown = (minor: number) => scope.formats.money(minor, money.currency);
  const wanted = refund === 'some' ? amount : refund;
  const choices = money.balance > 0 ? REFUNDS : [];
  /** The refund without the part that only comes off the partner's account (a negative `onAccount`). */
  const guestsPart = (would: ActResult | null) => (would?.refund ?? 0) + (would?.onAccount ?? 0);
  const keeps = (would: ActResult) => money.balance - (would.refund ?? 0);
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      draft={draft}
      scope={scope}
      title={<FormattedMessage id="bookings.cancel.title" values={{ name: booking.contactName }} />}
      act={
        wanted === null
          ? null
          : {
              name: 'cancel_booking',
              change: {
                ...toReasonPayload(reason),
                ...toMailOption(letter),
                ...(choices.length > 0 ? { refund: wanted } : {}),
              },
            }
      }
      confirm={(would) => (
        <FormattedMessage
          id="bookings.cancel.confirm"
          values={{ refund: guestsPart(would) ? 'some' : 'none', amount: shown(guestsPart(would)) }}
        />
      )}
      leave={<FormattedMessage id="bookings.cancel.leave" values={{ count: 1 }} />}
      effect={(would) => (
        <FormattedMessage
          id="bookings.cancel.effect"
          values={{
            guests: booking.guests.filter(({ cancelled }) => !cancelled).length,
            refund: guestsPart(would) > 0 ? (keeps(would) > 0 ? 'part' : 'some') : keeps(would) > 0 ? 'kept' : 'none',
            amount: shown(guestsPart(would)),
            kept: shown(keeps(would)),
          }}
        />
      )}
      done={({ reference }) => intl.formatMessage({ id: 'bookings.cancel.done' }, { reference })}
    >
      <ReasonFields value={reason} onChange={(given) => type('reason', given)} />
      {booking.contactEmail && (
        <MessageField
          message={letter}
          label={intl.formatMessage({ id: 'bookings.cancel.tell' }, { email: booking.contactEmail })}
          onChange={(message) => type('letter', message)}
        />
      )}
      {choices.length > 0 && (
        <Field
          label={intl.formatMessage({ id: 'bookings.refund' })}
          hint={intl.formatMessage(
            { id: 'bookings.refund.until' },
            { until: scope.when(cancellation.freeUntil), paid: shown(money.balance) },
          )}
        >
          <RadioGroup value={refund} onChange={(_, data) => setRefund(data.value as Refund)}>
            {choices.map((one) => (
              <Radio
                key={one}
                className={styles.radio}
                value={one}
                label={intl.formatMessage(
                  { id: `bookings.refund.${one}` },
                  { amount: shown(one === 'policy' ? cancellation.refund : money.balance) },
                )}
              />
            ))}
          </RadioGroup>
        </Field>
      )}
      {refund === 'some' && (
        <Field
          label={intl.formatMessage({ id: 'bookings.amount' })}
          {...(typed !== '' && amount === null
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
            value={typed}
            input={{ size: 1 }}
            contentAfter={money.currency}
            onChange={(_, data) => setTyped(data.value)}
          />
        </Field>
      )}
    </ActionDialog>
  );
}

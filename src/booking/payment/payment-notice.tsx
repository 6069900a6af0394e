import { FormattedMessage, useIntl } from 'react-intl';
import type { Formats } from '../../ui/format/use-formats.ts';
import { Notice } from '../ui/error-states.tsx';
import type { PaymentStatus } from './use-payment-status.ts';

/** Texts for payments that are refunded automatically, by reason. */
const REFUNDED = {
  seats_taken: 'booking.pay.seatsTaken',
  booking_ended: 'booking.pay.ended',
  paid_twice: 'booking.pay.twice',
  wrong_amount: 'booking.pay.wrong',
  wrong_currency: 'booking.pay.wrong',
} as const;

/** The last attempt to pay, by state, while another is possible. */
const ATTEMPTS = {
  refused: { tone: 'no', id: 'booking.pay.refused' },
  expired: { tone: 'attention', id: 'booking.pay.expired' },
  open: { tone: 'neutral', id: 'booking.pay.back' },
} as const;

interface PaymentNoticeProps {
  paying: PaymentStatus;
  /** Whether a confirmation of the payment is expected soon. */
  isAwaited: boolean;
  /** Whether the guest came back from the provider's page without paying. */
  hasReturned: boolean;
  formats: Formats;
}

export function PaymentNotice({ paying, isAwaited, hasReturned, formats }: PaymentNoticeProps) {
  const { booking, payment, at } = paying;
  const intl = useIntl();
  const { money, state } = booking;
  const refundText = REFUNDED[payment.outcome as keyof typeof REFUNDED];
  const attempt =
    payment.state !== 'open' || hasReturned ? ATTEMPTS[payment.state as keyof typeof ATTEMPTS] : undefined;
  if (isAwaited)
    return (
      <Notice tone="waiting">
        <FormattedMessage id="booking.pay.waiting" />
      </Notice>
    );
  return (
    <>
      {refundText && (
        <Notice tone="attention">
          <FormattedMessage id={refundText} />
        </Notice>
      )}
      {state === 'CONFIRMED' && money.due === 0 && (
        <Notice tone="ok" title={<FormattedMessage id="booking.pay.paid" />}>
          {money.balance > 0 && (
            <FormattedMessage
              id="booking.pay.thanks"
              values={{ amount: formats.money(money.balance, money.currency) }}
            />
          )}
        </Notice>
      )}
      {state === 'EXPIRED' && (
        <Notice tone="attention" title={<FormattedMessage id="booking.hold.over.title" />}>
          {!refundText && <FormattedMessage id="booking.pay.over" />}
        </Notice>
      )}
      {(state === 'CANCELLED' || state === 'REJECTED') && (
        <Notice tone="neutral">
          <FormattedMessage id="booking.pay.nothing" />
        </Notice>
      )}
      {payment.mayPay && attempt && (
        <Notice tone={attempt.tone}>
          <FormattedMessage id={attempt.id} />
        </Notice>
      )}
      {state === 'ON_HOLD' && booking.secondsLeft !== null && (
        <p className="bk-note">
          <FormattedMessage
            id="booking.hold.until"
            values={{
              time: intl.formatTime(at + booking.secondsLeft * 1000, { hour: '2-digit', minute: '2-digit' }),
            }}
          />
        </p>
      )}
    </>
  );
}

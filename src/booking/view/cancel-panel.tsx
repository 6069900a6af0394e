/** Cancels a booking; shows the refund first. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { cancelAsGuest } from '../../data/public-booking.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { idempotencyKeyFor } from '../steps/booking-flow.ts';
import { FailureNotice, Notice, Waiting } from '../ui/error-states.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';
import { useSend } from '../ui/use-send.ts';

export interface PanelProps {
  booking: PublicBooking;
  token: string;
  formats: Formats;
  onChanged(booking: PublicBooking): void;
}

export function CancelPanel({ booking, token, formats, onChanged }: PanelProps) {
  const { isBusy, failure, send } = useSend();
  const [refused, setRefused] = useState(false);
  // Keyed by version: cancelling again after the office has reinstated the booking is a new request.
  const requestCancellation = (isPreview: boolean) =>
    cancelAsGuest({
      request: idempotencyKeyFor(`cancel ${booking.reference} ${booking.version}`),
      token,
      preview: isPreview,
    });
  const preview = usePublicQuery(`cancel ${booking.reference} ${booking.version}`, async () => {
    const result = await requestCancellation(true);
    // A refusal of the preview is shown below, like one of the cancellation.
    return result.ok || result.code !== 'refused' ? result : { ok: true as const, data: null };
  });
  const cancel = () =>
    send(async () => {
      const result = await requestCancellation(false);
      if (!result.ok && result.code !== 'refused') return result;
      if (result.ok && result.data.booking) onChanged(result.data.booking);
      else setRefused(true);
      return null;
    });
  const { phone } = booking.operator;
  if (preview.state === 'waiting') return <Waiting isLong={preview.isLong} phone={phone} lines={1} />;
  if (preview.state === 'failed')
    return <FailureNotice failure={preview.failure} phone={phone} onRetry={preview.refetch} />;
  if (refused || preview.data === null)
    return (
      <Notice tone="attention" live>
        <FormattedMessage id="booking.cancel.refused" />
      </Notice>
    );
  const refund = preview.data.refund ?? 0;
  const { currency, balance } = booking.money;
  return (
    <div className="bk-panel">
      <p>
        {balance <= 0 ? (
          <FormattedMessage id="booking.cancel.nothing" />
        ) : refund > 0 ? (
          <FormattedMessage id="booking.cancel.refund" values={{ amount: formats.money(refund, currency) }} />
        ) : (
          <FormattedMessage id="booking.cancel.noRefund" values={{ amount: formats.money(balance, currency) }} />
        )}
      </p>
      {failure && <FailureNotice failure={failure} phone={phone} />}
      <button type="button" className="bk-danger" aria-disabled={isBusy} onClick={() => void cancel()}>
        <FormattedMessage
          id={isBusy ? 'booking.cancelling' : 'booking.cancel.do'}
          values={{ people: booking.guests.length }}
        />
      </button>
    </div>
  );
}

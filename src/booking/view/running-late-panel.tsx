import { FormattedMessage } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { reportRunningLate } from '../../data/public-booking.ts';
import { resetIdempotencyKey, idempotencyKeyFor } from '../steps/booking-flow.ts';
import { FailureNotice, Notice } from '../ui/error-states.tsx';
import { useSend } from '../ui/use-send.ts';

const CHOICES = [10, 20, 30];

interface RunningLatePanelProps {
  booking: PublicBooking;
  token: string;
  onChange(booking: PublicBooking): void;
}

/** From three hours before the start, tells the guide that the party will be late, or withdraws it. */
export function RunningLatePanel({ booking, token, onChange }: RunningLatePanelProps) {
  const { isBusy, failure, send } = useSend();
  const report = (minutes: number | null) =>
    send(async () => {
      const requestKey = `late ${booking.reference} ${minutes}`;
      const result = await reportRunningLate({ request: idempotencyKeyFor(requestKey), token, minutes });
      // The key is kept only for a retry; the same report after a withdrawal is a new request.
      if (result.ok || !result.retry) resetIdempotencyKey(requestKey);
      // Refused if the tour has changed or ended since the page was loaded; a general text suffices.
      if (!result.ok) return result.code === 'refused' ? { ok: false, code: 'invalid', retry: false } : result;
      onChange(result.data.booking);
      return null;
    });
  const { lateMinutes } = booking;
  return (
    <section className="bk-card" aria-busy={isBusy}>
      <h2>
        <FormattedMessage id="booking.runningLate.title" />
      </h2>
      <div role="status">
        {lateMinutes !== null && (
          <Notice tone="attention">
            <p>
              <FormattedMessage id="booking.runningLate.sent" values={{ minutes: lateMinutes }} />
            </p>
          </Notice>
        )}
      </div>
      {lateMinutes === null && (
        <p className="bk-note">
          <FormattedMessage id="booking.runningLate.text" />
        </p>
      )}
      <div className="bk-actions">
        {CHOICES.map((minutes) => (
          <button
            key={minutes}
            type="button"
            className="bk-secondary"
            aria-pressed={lateMinutes === minutes}
            aria-disabled={isBusy}
            onClick={() => void report(minutes)}
          >
            <FormattedMessage id="booking.runningLate.minutes" values={{ minutes }} />
          </button>
        ))}
        {lateMinutes !== null && (
          <button type="button" className="bk-secondary" aria-disabled={isBusy} onClick={() => void report(null)}>
            <FormattedMessage id="booking.runningLate.takeBack" />
          </button>
        )}
      </div>
      {failure && <FailureNotice failure={failure} phone={booking.operator.phone} />}
    </section>
  );
}

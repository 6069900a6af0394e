/**
 * Remaining time of a hold: a quiet line, in the last two minutes a notice with a button to extend it, and afterwards
 * one to hold the seats again. Its height is constant, so that nothing shifts.
 */
import { now as clockNow } from '../../lib/clock.ts';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CurrentHold } from './booking-flow.ts';

const LAST_SECONDS = 120;

export interface HoldTimerProps {
  hold: CurrentHold;
  isBusy: boolean;
  onExtend(): void;
  /** Holds the seats again after the hold has expired. */
  onHoldAgain(): void;
}

/** Returns the remaining seconds of a hold; 0 if it has expired. */
export function useSecondsLeft({ booking, at }: CurrentHold): number {
  const end = at + (booking.secondsLeft ?? 0) * 1000;
  const [now, setNow] = useState(() => clockNow());
  useEffect(() => {
    const tick = setInterval(() => setNow(clockNow()), 1000);
    return () => clearInterval(tick);
  }, []);
  return booking.state === 'ON_HOLD' ? Math.max(0, Math.ceil((end - now) / 1000)) : 0;
}

export function HoldTimer({ hold, isBusy, onExtend, onHoldAgain }: HoldTimerProps) {
  // In the guest's own time zone, as it is their deadline.
  const intl = useIntl();
  const secondsLeft = useSecondsLeft(hold);
  const end = new Date(hold.at + (hold.booking.secondsLeft ?? 0) * 1000);
  if (secondsLeft > LAST_SECONDS)
    return (
      <p className="bk-hold">
        <FormattedMessage
          id="booking.hold.until"
          values={{ time: intl.formatTime(end, { hour: '2-digit', minute: '2-digit' }) }}
        />
      </p>
    );
  if (secondsLeft > 0)
    return (
      <div className="bk-hold bk-attention">
        <p>
          <span aria-hidden className="bk-clock">
            <FormattedMessage
              id="booking.hold.left"
              values={{ time: `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}` }}
            />
          </span>
          {/* Announced twice, not every second. */}
          <span className="bk-hidden" role="status">
            <FormattedMessage id="booking.hold.minutes" values={{ minutes: secondsLeft > 60 ? 2 : 1 }} />
          </span>
        </p>
        {hold.booking.extensions === 0 && !hold.isFinal ? (
          <button type="button" className="bk-secondary" aria-disabled={isBusy} onClick={onExtend}>
            <FormattedMessage id="booking.hold.extend" />
          </button>
        ) : (
          <p role="status">
            <FormattedMessage id={hold.isFinal ? 'booking.hold.fewSeatsLeft' : 'booking.hold.extended'} />
          </p>
        )}
      </div>
    );
  return (
    <div className="bk-hold bk-attention" role="alert">
      <strong>
        <FormattedMessage id="booking.hold.over.title" />
      </strong>
      <button type="button" className="bk-secondary" aria-disabled={isBusy} onClick={onHoldAgain}>
        <FormattedMessage id="booking.hold.again" />
      </button>
    </div>
  );
}

/** The state of a booking, and its reference in a readable form. */
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { Notice } from '../ui/error-states.tsx';

const STATES = {
  CONFIRMED: { title: 'booking.view.confirmed', tone: 'ok' },
  PENDING: { title: 'booking.view.pending', tone: 'waiting' },
  CANCELLED: { title: 'booking.view.cancelled', tone: 'no' },
  REJECTED: { title: 'booking.view.rejected', tone: 'no' },
  EXPIRED: { title: 'booking.hold.over.title', tone: 'attention' },
  ON_HOLD: { title: 'booking.view.onHold', tone: 'waiting' },
} as const;

export interface StateNoticeProps {
  booking: PublicBooking;
  /** Whether this page has just made the booking. */
  isNew: boolean;
  now: number;
  formats: Formats;
  children: ReactNode;
}

export function StateNotice({ booking, isNew, now, formats, children }: StateNoticeProps) {
  const { state, departure, guests, money, reference } = booking;
  const here = guests.filter(({ isCheckedIn }) => isCheckedIn).length;
  const isOn = state === 'CONFIRMED' && !departure.isCancelled;
  const [starts, ends] = [Date.parse(departure.startsAt), Date.parse(departure.endsAt)];
  const title =
    isOn && here > 0 && now >= ends ? (
      <FormattedMessage id="booking.view.thanks" />
    ) : isOn && here > 0 ? (
      <FormattedMessage id="booking.view.here" values={{ here, all: guests.length }} />
    ) : (
      <FormattedMessage id={isNew ? 'booking.view.booked' : STATES[state].title} />
    );
  return (
    <>
      <Notice tone={STATES[state].tone} title={title}>
        {isOn && now < ends && (
          <p>
            <FormattedMessage
              id={now < starts ? 'booking.view.starts' : 'booking.view.started'}
              values={{ when: formats.relative(starts, now) }}
            />
          </p>
        )}
        <p>
          <FormattedMessage
            id="booking.view.reference"
            values={{ reference: <strong className="bk-code">{reference.replace(/(...)/, '$1 ')}</strong> }}
          />
        </p>
        {children}
      </Notice>
      {departure.isCancelled && (
        <Notice tone="no" title={<FormattedMessage id="booking.view.calledOff" />}>
          {money.owed > 0 && (
            <FormattedMessage id="booking.view.owed" values={{ amount: formats.money(money.owed, money.currency) }} />
          )}
        </Notice>
      )}
      {state === 'CANCELLED' && money.owed > 0 && !departure.isCancelled && (
        <Notice tone="neutral">
          <FormattedMessage id="booking.view.owed" values={{ amount: formats.money(money.owed, money.currency) }} />
        </Notice>
      )}
    </>
  );
}

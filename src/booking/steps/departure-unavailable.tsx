import { FormattedMessage } from 'react-intl';
import type { PublicDay, PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { goTo, type BookingQuery } from '../page-url.ts';
import { OtherDepartures } from './other-departures.tsx';
import { parsePartyParam, seatsOf } from './party.ts';
import { departureParams } from '../ui/times.ts';
import { Notice } from '../ui/error-states.tsx';

export interface DepartureUnavailableProps {
  catalog: Catalog;
  tour: PublicTour;
  days: readonly PublicDay[];
  query: BookingQuery;
  formats: Formats;
  onOtherDate(): void;
}

/** Shown if the departure in the address cannot be booked any more; offers the next available ones of the month. */
export function DepartureUnavailable({
  catalog: { operator },
  tour,
  days,
  query,
  formats,
  onOtherDate,
}: DepartureUnavailableProps) {
  const { date = '', party } = query;
  const people = parsePartyParam(party, tour.categories);
  const requiredSeats = people ? Math.max(seatsOf(people, tour.categories), 1) : 1;
  const others = days
    .filter((day) => day.date >= date)
    .flatMap(({ times }) => times)
    .filter(({ left }) => left >= requiredSeats)
    .slice(0, 3)
    .map(({ id, startsAt, left, language }) => ({ departureId: id, startsAt, left, language }));
  return (
    <Notice tone="attention" live>
      <p>
        <FormattedMessage id="booking.refused.closed" />
      </p>
      <OtherDepartures
        others={others}
        timeZone={operator.timeZone}
        formats={formats}
        onTake={(offered) =>
          goTo({ query: { ...query, ...departureParams(offered, operator.timeZone) } }, { replace: true })
        }
      />
      <button type="button" className="bk-secondary" onClick={onOtherDate}>
        <FormattedMessage id="booking.otherDate" />
      </button>
    </Notice>
  );
}

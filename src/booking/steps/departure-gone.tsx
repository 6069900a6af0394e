import { FormattedMessage } from 'react-intl';
import type { PublicDay, PublicTour, Shop } from '../../data/public-booking.ts';
import type { Formats } from '../../ui/words/use-formats.ts';
import { goTo, type Query } from '../address.ts';
import { OtherDepartures } from './other-departures.tsx';
import { readParty, seatsOf } from './party.ts';
import { addressOfMoment } from '../parts/times.ts';
import { Notice } from '../parts/trouble.tsx';

export interface DepartureGoneProps {
  shop: Shop;
  tour: PublicTour;
  days: readonly PublicDay[];
  query: Query;
  formats: Formats;
  onOtherDate(): void;
}

/** What an address means is not to be booked any more: the next ones of the month that have room, from that day on. */
export function DepartureGone({ shop: { operator }, tour, days, query, formats, onOtherDate }: DepartureGoneProps) {
  const { date = '', party } = query;
  const people = readParty(party, tour.categories);
  const places = people ? Math.max(seatsOf(people, tour.categories), 1) : 1;
  const others = days
    .filter((day) => day.date >= date)
    .flatMap(({ times }) => times)
    .filter(({ left }) => left >= places)
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
        onTake={({ startsAt, language }) => {
          const to = addressOfMoment(startsAt, operator.timeZone);
          goTo({ query: { ...query, date: to.date, time: `${to.time}.${language}` } }, { replace: true });
        }}
      />
      <button type="button" className="bk-second" onClick={onOtherDate}>
        <FormattedMessage id="booking.otherDate" />
      </button>
    </Notice>
  );
}

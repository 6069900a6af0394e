/** The party step: loads the month's availability and the form's code in parallel. */
import { FormattedMessage } from 'react-intl';
import type { PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import { readMonth } from '../../data/public-booking.ts';
import { monthOf } from '../../lib/month-grid.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { goTo, parseBookingQuery, usePageUrl } from '../page-url.ts';
import { holdToken } from './booking-flow.ts';
import { Heading } from '../ui/page-frame.tsx';
import { DetailsForm, PartySection, usePreloadForms } from './lazy-forms.tsx';
import { findDepartureAt } from '../ui/times.ts';
import { FailureNotice, Waiting } from '../ui/error-states.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';

export function PartyStep({ catalog, tour }: { catalog: Catalog; tour: PublicTour }) {
  const { operator } = catalog;
  const { search } = usePageUrl();
  const query = parseBookingQuery(search);
  const { date = '', time = '' } = query;
  const formats = useFormats(operator.timeZone);
  const month = monthOf(date);
  const monthQuery = usePublicQuery(`month ${tour.id} ${month}`, (signal) =>
    readMonth({ operator: operator.slug, tour: tour.id, month, token: holdToken() }, { signal }),
  );
  usePreloadForms({ now: PartySection, next: DetailsForm });
  const otherDate = () => {
    const { time: _, ...rest } = query;
    goTo({ query: rest });
  };
  return (
    <>
      <Heading>
        <FormattedMessage id="booking.party.title" />
      </Heading>
      {monthQuery.state === 'waiting' && <Waiting isLong={monthQuery.isLong} phone={operator.phone} />}
      {monthQuery.state === 'failed' && (
        <FailureNotice failure={monthQuery.failure} phone={operator.phone} onRetry={monthQuery.refetch} />
      )}
      {monthQuery.state === 'loaded' && (
        <PartySection
          catalog={catalog}
          tour={tour}
          departure={findDepartureAt(monthQuery.data.days, { date, time })}
          days={monthQuery.data.days}
          query={query}
          formats={formats}
          onOtherDate={otherDate}
        />
      )}
    </>
  );
}

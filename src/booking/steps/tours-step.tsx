import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';
import { parseBookingQuery } from '../page-url.ts';
import { Heading } from '../ui/page-frame.tsx';
import { InnerLink } from '../ui/inner-link.tsx';
import { Picture } from '../ui/picture.tsx';
import { useTourTexts } from '../ui/tour-texts.ts';
import { Notice } from '../ui/error-states.tsx';

/** Returns the lowest price of a category that can be booked alone. */
export function fromPrice({ categories }: PublicTour): { amount: number; isOnly: boolean } {
  const amounts = categories
    .filter(({ accompaniedBy, seats }) => accompaniedBy.length === 0 && seats > 0)
    .map(({ amount }) => amount);
  const amount = Math.min(...(amounts.length > 0 ? amounts : categories.map((category) => category.amount)));
  return { amount, isOnly: categories.length === 1 };
}

/** Duration, languages and price in one line. */
export function TourFacts({ tour, formats, currency }: { tour: PublicTour; formats: Formats; currency: string }) {
  const { amount, isOnly } = fromPrice(tour);
  return (
    <p className="bk-facts">
      <span>{formats.duration(tour.durationMinutes * 60_000)}</span>
      <span>{formats.list(tour.languages.map((code) => formats.language(code)))}</span>
      <span>
        {tour.categories.length === 0 ? null : amount === 0 ? (
          <FormattedMessage id="booking.free" />
        ) : isOnly ? (
          formats.money(amount, currency)
        ) : (
          <FormattedMessage id="booking.from" values={{ price: formats.money(amount, currency) }} />
        )}
      </span>
    </p>
  );
}

export function ToursStep({ catalog: { operator, tours } }: { catalog: Catalog }) {
  const intl = useIntl();
  const formats = useFormats(operator.timeZone);
  const textsOf = useTourTexts();
  const query = parseBookingQuery(window.location.search);
  // Tours without a departure come last: '9' is later than any year.
  const soonest = tours.toSorted((a, b) => (a.nextAt ?? '9').localeCompare(b.nextAt ?? '9'));
  return (
    <>
      <Heading>
        <FormattedMessage id="booking.tours.title" />
      </Heading>
      {tours.length === 0 && (
        <Notice tone="neutral">
          <FormattedMessage id="booking.tours.none" />
        </Notice>
      )}
      <ul className="bk-tours">
        {soonest.map((tour) => {
          const { title, summary } = textsOf(tour.texts);
          const to = { ...query, tour: tour.slug };
          return (
            <li key={tour.id} className="bk-card">
              {tour.picture && <Picture tag={tour.picture} />}
              <h2>
                <InnerLink to={{ query: to }}>{title}</InnerLink>
              </h2>
              <p>{summary}</p>
              <TourFacts tour={tour} formats={formats} currency={operator.currency} />
              <p className="bk-next">
                {tour.nextAt
                  ? intl.formatMessage(
                      { id: 'booking.next' },
                      {
                        day: formats.day(localDateIn(operator.timeZone, Date.parse(tour.nextAt))),
                        time: formats.time(tour.nextAt),
                      },
                    )
                  : intl.formatMessage({ id: 'booking.noDates' })}
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}

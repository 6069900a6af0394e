import { FormattedMessage } from 'react-intl';
import type { ListedOperator } from '../../data/public-directory.ts';
import { textInLocale } from '../../domain/locales.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { persistentParams } from '../page-url.ts';
import { InnerLink } from '../ui/inner-link.tsx';
import { Logo } from '../ui/picture.tsx';

/** An operator in a list, with its tours and their next departures. */
export function ListedOperatorCard({ operator }: { operator: ListedOperator }) {
  const formats = useFormats(operator.timeZone);
  const path = `/booking/isolated/${operator.slug}`;
  return (
    <section className="bk-card">
      <h2>
        {operator.logo && <Logo tag={operator.logo} />}
        <InnerLink to={{ path, query: persistentParams() }}>{operator.name}</InnerLink>
      </h2>
      <ul className="bk-listed">
        {operator.tours.map((tour) => (
          <li key={tour.slug}>
            <InnerLink to={{ path, query: { ...persistentParams(), tour: tour.slug } }}>
              {textInLocale(tour.titles, formats.locale)}
            </InnerLink>
            <span className="bk-note">
              <FormattedMessage
                id="booking.next"
                values={{
                  day: formats.day(localDateIn(operator.timeZone, Date.parse(tour.nextAt))),
                  time: formats.time(tour.nextAt),
                }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** /{organisation}/BAK: tours of all operators that a partner sends guests to, by next departure. */
import { FormattedMessage } from 'react-intl';
import type { PublicOffer } from '../../data/public-offers.ts';
import { textInLocale } from '../../domain/locales.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { persistentParams, usePageUrl } from '../page-url.ts';
import { DocumentTitle } from '../ui/document-title.tsx';
import { PageFrame, Heading } from '../ui/page-frame.tsx';
import { InnerLink } from '../ui/inner-link.tsx';
import { Logo, Picture } from '../ui/picture.tsx';
import { SeatsLeft } from '../ui/times-list.tsx';
import { FailureNotice, NotFound, Notice, Waiting } from '../ui/error-states.tsx';
import { useOffers } from './use-offers.ts';

export function PartnerPage({ organisation }: { organisation: string }) {
  const { path } = usePageUrl();
  const { query, offers, hasMore, isBusy, failure, goOn } = useOffers(organisation);
  if (query.state === 'failed' && query.failure.code === 'not_found') return <NotFound path={path} />;
  if (query.state !== 'loaded')
    return (
      <PageFrame operator={null} step="waiting">
        {query.state === 'waiting' && <Waiting isLong={query.isLong} />}
        {query.state === 'failed' && <FailureNotice failure={query.failure} onRetry={query.refetch} />}
      </PageFrame>
    );
  const { organisation: partner } = query.data;
  return (
    <PageFrame operator={partner} step="partner">
      <DocumentTitle id="booking.all.title" of={partner.name} />
      <Heading>
        <FormattedMessage id="booking.all.title" />
      </Heading>
      <div role="status">
        {offers.length === 0 && (
          <Notice tone="neutral">
            <FormattedMessage id="booking.tours.none" />
          </Notice>
        )}
      </div>
      <ul className="bk-tours">
        {offers.map((offer) => (
          <Offer key={offer.id} offer={offer} organisation={partner.slug} />
        ))}
      </ul>
      {failure && <FailureNotice failure={failure} phone={partner.phone} />}
      {hasMore && (
        <button type="button" className="bk-secondary" aria-disabled={isBusy} onClick={() => void goOn()}>
          <FormattedMessage id="booking.all.more" />
        </button>
      )}
    </PageFrame>
  );
}

/** A tour with its operator and next departure; booked in the partner's name. */
function Offer({ offer, organisation }: { offer: PublicOffer; organisation: string }) {
  const { operator, startsAt, from } = offer;
  const formats = useFormats(operator.timeZone);
  const meetingPoint = textInLocale(offer.meetingPoints, formats.locale);
  const to = {
    path: `/booking/isolated/${organisation}/${operator.slug}`,
    query: { ...persistentParams(), tour: offer.slug },
  };
  return (
    <li className="bk-card">
      {offer.picture && <Picture tag={offer.picture} />}
      <h2>
        <InnerLink to={to}>{textInLocale(offer.titles, formats.locale)}</InnerLink>
      </h2>
      <p className="bk-when">
        <strong>{formats.time(startsAt)}</strong>
        <span>{formats.day(localDateIn(operator.timeZone, Date.parse(startsAt)))}</span>
      </p>
      <p className="bk-facts">
        <span>{formats.language(offer.language)}</span>
        <span>
          <SeatsLeft left={offer.left} />
        </span>
        {from !== null && (
          <span>
            {from === 0 ? (
              <FormattedMessage id="booking.free" />
            ) : (
              <FormattedMessage id="booking.from" values={{ price: formats.money(from, operator.currency) }} />
            )}
          </span>
        )}
        {meetingPoint && <span>{meetingPoint}</span>}
      </p>
      <p className="bk-facts bk-next">
        {operator.logo && <Logo tag={operator.logo} />}
        <span>
          <FormattedMessage id="booking.with" values={{ operator: operator.name }} />
        </span>
      </p>
    </li>
  );
}

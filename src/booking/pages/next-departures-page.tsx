/** The next departures with enough seats for the party; one tap holds them and opens the details step. */
import { useId, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicTour, Catalog, UpcomingDeparture } from '../../data/public-booking-shapes.ts';
import { readCatalog } from '../../data/public-booking.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';
import { persistentParams, goTo, localizedPath, parseBookingQuery, usePageUrl } from '../page-url.ts';
import { CategoryName } from '../ui/category-name.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { PageFrame, Heading } from '../ui/page-frame.tsx';
import { HoldOutcomeNotice } from '../steps/hold-refused.tsx';
import { InnerLink } from '../ui/inner-link.tsx';
import { MAX_PARTY, parsePartySize } from './next-party.ts';
import { formatPartyParam, validateParty, parsePartyParam, ticketsOf } from '../steps/party.ts';
import { departureParams } from '../ui/times.ts';
import { SeatsLeft } from '../ui/times-list.tsx';
import { useTourTexts } from '../ui/tour-texts.ts';
import { FailureNotice, NotFound, Notice, Waiting } from '../ui/error-states.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';
import { useHoldSeats } from '../steps/use-hold-seats.ts';
import { useUpcomingDepartures } from './use-upcoming-departures.ts';
import { ZoneNote } from '../ui/zone-note.tsx';

export function NextDeparturesPage({ operator }: { operator: string }) {
  const { path } = usePageUrl();
  const catalog = usePublicQuery(`catalog ${operator}`, (signal) =>
    readCatalog({ operator, organisation: null }, { signal }),
  );
  if (catalog.state === 'loaded') return <NextDepartures catalog={catalog.data} />;
  if (catalog.state === 'failed' && catalog.failure.code === 'not_found') return <NotFound path={path} />;
  return (
    <PageFrame operator={null} step="waiting">
      {catalog.state === 'waiting' && <Waiting isLong={catalog.isLong} />}
      {catalog.state === 'failed' && <FailureNotice failure={catalog.failure} onRetry={catalog.refetch} />}
    </PageFrame>
  );
}

const pathOf = ({ slug }: Catalog['operator']) => `/booking/isolated/${slug}`;

/** Holds seats of a departure for the party, and opens the details step. */
function useHoldDeparture(operator: Catalog['operator'], party: number) {
  const { isBusy, outcome, hold } = useHoldSeats();
  /** Id of the departure that was tapped last. */
  const [tapped, setTapped] = useState<string | null>(null);

  async function holdSeats(tour: PublicTour, choice: { departureId: string; startsAt: string; language: string }) {
    if (isBusy) return;
    const { categories } = tour;
    const people = parsePartyParam(String(party), categories)!;
    const booking = await hold({
      departure: choice.departureId,
      categories: ticketsOf(people, categories),
      organisation: null,
    });
    if (!booking) return;
    const detailsQuery = {
      tour: tour.slug,
      ...departureParams(choice, operator.timeZone),
      party: formatPartyParam(people, categories),
    };
    goTo({ path: localizedPath(pathOf(operator)), query: { ...persistentParams(), ...detailsQuery, step: 'details' } });
  }

  return { isBusy, outcome, tapped, setTapped, holdSeats };
}

function NextDepartures({ catalog }: { catalog: Catalog }) {
  const { operator } = catalog;
  const formats = useFormats(operator.timeZone);
  const { search } = usePageUrl();
  const query = parseBookingQuery(search);
  const party = parsePartySize(query.party);
  const holding = useHoldDeparture(operator, party);
  const isPaused = holding.isBusy || holding.outcome !== null;
  const upcoming = useUpcomingDepartures({ operator: operator.slug, party, isPaused });
  const { query: departuresQuery, departures, oldSince } = upcoming;

  return (
    <PageFrame operator={operator} step="next">
      <DocumentTitle id="booking.next.title" of={operator.name} />
      <Heading>
        <FormattedMessage id="booking.next.title" />
      </Heading>
      <PartySelect party={party} onChange={(size) => goTo({ query: { ...query, party: size } }, { replace: true })} />
      {departuresQuery.state === 'waiting' && <Waiting isLong={departuresQuery.isLong} phone={operator.phone} />}
      {departuresQuery.state === 'failed' && (
        <FailureNotice failure={departuresQuery.failure} phone={operator.phone} onRetry={departuresQuery.refetch} />
      )}
      <StaleNotice oldSince={oldSince} formats={formats} />
      {departures?.length === 0 && (
        <Notice tone="neutral">
          <FormattedMessage id="booking.next.none" />
        </Notice>
      )}
      {departures?.[0] && <ZoneNote timeZone={operator.timeZone} at={departures[0].startsAt} />}
      {departures && <DepartureList departures={departures} catalog={catalog} party={party} holding={holding} />}
    </PageFrame>
  );
}

interface DepartureListProps {
  departures: readonly UpcomingDeparture[];
  catalog: Catalog;
  party: number;
  holding: ReturnType<typeof useHoldDeparture>;
}

function DepartureList({ departures, catalog: { operator, tours }, party, holding }: DepartureListProps) {
  const { isBusy, outcome, tapped, setTapped, holdSeats } = holding;
  const formats = useFormats(operator.timeZone);
  return (
    <ul className="bk-tours">
      {departures.map((departure) => {
        const tour = tours.find((candidate) => candidate.id === departure.tourId);
        if (!tour) return null;
        const { id, startsAt, language } = departure;
        const isTapped = tapped === id;
        const holdThese = () => void holdSeats(tour, { departureId: id, startsAt, language });
        return (
          <DepartureCard
            key={id}
            departure={departure}
            tour={tour}
            party={party}
            formats={formats}
            path={pathOf(operator)}
            isBusy={isBusy && isTapped}
            onHold={() => {
              setTapped(id);
              holdThese();
            }}
          >
            {isTapped && outcome && (
              <HoldOutcomeNotice
                outcome={outcome}
                operator={operator}
                onTake={(offered) => void holdSeats(tour, offered)}
                onOtherDate={() =>
                  goTo({
                    path: localizedPath(pathOf(operator)),
                    query: { ...persistentParams(), tour: tour.slug, party: String(party) },
                  })
                }
                onAnother={holdThese}
              />
            )}
          </DepartureCard>
        );
      })}
    </ul>
  );
}

function PartySelect({ party, onChange }: { party: number; onChange(party: string): void }) {
  const intl = useIntl();
  return (
    <label className="bk-inline">
      <FormattedMessage id="booking.next.party" />
      <select value={party} onChange={({ target }) => onChange(target.value)}>
        {Array.from({ length: MAX_PARTY }, (_, at) => (
          <option key={at} value={at + 1}>
            {intl.formatNumber(at + 1)}
          </option>
        ))}
      </select>
    </label>
  );
}

function StaleNotice({ oldSince, formats }: { oldSince: number | null; formats: Formats }) {
  return (
    <div role="status">
      {oldSince !== null && (
        <Notice tone="attention">
          <FormattedMessage id="booking.next.old" values={{ time: formats.time(new Date(oldSince).toISOString()) }} />
        </Notice>
      )}
    </div>
  );
}

interface DepartureCardProps {
  departure: UpcomingDeparture;
  tour: PublicTour;
  party: number;
  formats: Formats;
  path: string;
  isBusy: boolean;
  onHold(): void;
  /** Why the hold was refused. */
  children: ReactNode;
}

function DepartureCard({ departure, tour, party, formats, path, isBusy, onHold, children }: DepartureCardProps) {
  const heading = useId();
  const { title, meetingPoint } = useTourTexts()(tour.texts);
  const now = useNow();
  const people = parsePartyParam(String(party), tour.categories);
  // A party that is not valid as a mere number needs a choice first, which the linked party step offers.
  const canHold = people !== null && validateParty(people, tour, departure.left) === null;
  const to = {
    path,
    query: {
      ...persistentParams(),
      tour: tour.slug,
      date: departure.date,
      time: `${departure.at}.${departure.language}`,
      party: String(party),
    },
  };
  return (
    <li className="bk-card">
      <h2 id={heading}>
        <InnerLink to={to}>{title}</InnerLink>
      </h2>
      <p className="bk-when">
        <strong>{formats.time(departure.startsAt)}</strong>
        <span>{formats.day(departure.date)}</span>
        <span>{formats.relative(Date.parse(departure.startsAt), now)}</span>
      </p>
      <p className="bk-facts">
        <span>{formats.language(departure.language)}</span>
        <span>
          <SeatsLeft left={departure.left} />
        </span>
        {meetingPoint !== '' && <span>{meetingPoint}</span>}
      </p>
      {canHold && (
        <p className="bk-actions bk-above">
          <button
            type="button"
            className="bk-secondary"
            aria-describedby={heading}
            aria-disabled={isBusy}
            onClick={onHold}
          >
            <FormattedMessage
              id={isBusy ? 'booking.holding' : 'booking.next.take'}
              values={{ people: party, category: <CategoryName type={tour.categories[0]!.type} /> }}
            />
          </button>
        </p>
      )}
      <div className="bk-above">{children}</div>
    </li>
  );
}

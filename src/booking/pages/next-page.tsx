/** The next departures that have places for the party: one tap holds them and leads to the details. */
import { useId, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readShop, type PublicTour, type Shop, type SoonDeparture } from '../../data/public-booking.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { useFormats, type Formats } from '../../ui/words/use-formats.ts';
import { carried, goTo, pathHere, readQuery, useAddress } from '../address.ts';
import { CategoryName } from '../parts/category-name.tsx';
import { DocumentTitle } from '../parts/document-title.tsx';
import { Frame, Heading } from '../parts/frame.tsx';
import { HoldRefused } from '../steps/hold-refused.tsx';
import { InnerLink } from '../parts/inner-link.tsx';
import { MOST, partyOf } from './next-party.ts';
import { partyText, problemOf, readParty, ticketsOf } from '../steps/party.ts';
import { addressOfMoment } from '../parts/times.ts';
import { PlacesLeft } from '../parts/times-list.tsx';
import { useTourTexts } from '../parts/tour-texts.ts';
import { FailureNotice, NotFound, Notice, Waiting } from '../parts/trouble.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { useHold } from '../steps/use-hold.ts';
import { useNext } from './use-next.ts';
import { ZoneNote } from '../parts/zone-note.tsx';

export function NextPage({ operator }: { operator: string }) {
  const { path } = useAddress();
  const shop = useAnswer(`shop ${operator}`, (signal) => readShop({ operator, organisation: null }, { signal }));
  if (shop.state === 'here') return <Next shop={shop.data} />;
  if (shop.state === 'failed' && shop.failure.code === 'not_found') return <NotFound path={path} />;
  return (
    <Frame operator={null} step="waiting">
      {shop.state === 'waiting' && <Waiting isLong={shop.isLong} />}
      {shop.state === 'failed' && <FailureNotice failure={shop.failure} onAgain={shop.again} />}
    </Frame>
  );
}

function Next({ shop: { operator, tours } }: { shop: Shop }) {
  const intl = useIntl();
  const formats = useFormats(operator.timeZone);
  const { search } = useAddress();
  const query = readQuery(search);
  const party = partyOf(query.party);
  const seats = useHold();
  const { answer, departures, oldSince } = useNext({
    operator: operator.slug,
    party,
    rests: seats.isBusy || seats.outcome !== null,
  });
  /** The departure that was tapped last. */
  const [tapped, setTapped] = useState<string | null>(null);
  const path = `/booking/isolated/${operator.slug}`;

  async function take(tour: PublicTour, moment: { departureId: string; startsAt: string; language: string }) {
    if (seats.isBusy) return;
    const { categories } = tour;
    const people = readParty(String(party), categories)!;
    const booking = await seats.hold({
      departure: moment.departureId,
      categories: ticketsOf(people, categories),
      organisation: null,
    });
    if (!booking) return;
    const { date, time } = addressOfMoment(moment.startsAt, operator.timeZone);
    const there = { tour: tour.slug, date, time: `${time}.${moment.language}`, party: partyText(people, categories) };
    goTo({ path: pathHere(path), query: { ...carried(), ...there, step: 'details' } });
  }

  return (
    <Frame operator={operator} step="next">
      <DocumentTitle id="booking.next.title" of={operator.name} />
      <Heading>
        <FormattedMessage id="booking.next.title" />
      </Heading>
      <label className="bk-inline">
        <FormattedMessage id="booking.next.party" />
        <select
          value={party}
          onChange={({ target }) => goTo({ query: { ...query, party: target.value } }, { replace: true })}
        >
          {Array.from({ length: MOST }, (_, at) => (
            <option key={at} value={at + 1}>
              {intl.formatNumber(at + 1)}
            </option>
          ))}
        </select>
      </label>
      {answer.state === 'waiting' && <Waiting isLong={answer.isLong} phone={operator.phone} />}
      {answer.state === 'failed' && (
        <FailureNotice failure={answer.failure} phone={operator.phone} onAgain={answer.again} />
      )}
      <div role="status">
        {oldSince !== null && (
          <Notice tone="attention">
            <FormattedMessage id="booking.next.old" values={{ time: formats.time(new Date(oldSince).toISOString()) }} />
          </Notice>
        )}
      </div>
      {departures?.length === 0 && (
        <Notice tone="neutral">
          <FormattedMessage id="booking.next.none" />
        </Notice>
      )}
      {departures?.[0] && <ZoneNote timeZone={operator.timeZone} at={departures[0].startsAt} />}
      {departures && (
        <ul className="bk-tours">
          {departures.map((departure) => {
            const tour = tours.find(({ id }) => id === departure.tourId);
            if (!tour) return null;
            const { id: departureId, startsAt, language } = departure;
            const isTapped = tapped === departureId;
            const takeThis = () => void take(tour, { departureId, startsAt, language });
            return (
              <Soon
                key={departureId}
                departure={departure}
                tour={tour}
                party={party}
                formats={formats}
                path={path}
                isBusy={seats.isBusy && isTapped}
                onTake={() => {
                  setTapped(departureId);
                  takeThis();
                }}
              >
                {isTapped && seats.outcome?.kind === 'refused' && (
                  <HoldRefused
                    refusal={seats.outcome.refusal}
                    timeZone={operator.timeZone}
                    formats={formats}
                    onTake={(offered) => void take(tour, offered)}
                    onOtherDate={() =>
                      goTo({ path: pathHere(path), query: { ...carried(), tour: tour.slug, party: String(party) } })
                    }
                    onAnother={takeThis}
                  />
                )}
                {isTapped && seats.outcome?.kind === 'failed' && (
                  <FailureNotice failure={seats.outcome.failure} phone={operator.phone} />
                )}
              </Soon>
            );
          })}
        </ul>
      )}
    </Frame>
  );
}

interface SoonProps {
  departure: SoonDeparture;
  tour: PublicTour;
  party: number;
  formats: Formats;
  path: string;
  isBusy: boolean;
  onTake(): void;
  /** Why it was not to be had. */
  children: ReactNode;
}

function Soon({ departure, tour, party, formats, path, isBusy, onTake, children }: SoonProps) {
  const heading = useId();
  const { title, meetingPoint } = useTourTexts()(tour.texts);
  const now = useNow();
  const people = readParty(String(party), tour.categories);
  // Whoever may not come like this chooses the party first.
  const mayTake = people !== null && problemOf(people, tour, departure.left) === null;
  const to = {
    path,
    query: {
      ...carried(),
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
        <span>{formats.relative(Date.parse(departure.startsAt) - now)}</span>
      </p>
      <p className="bk-facts">
        <span>{formats.language(departure.language)}</span>
        <span>
          <PlacesLeft left={departure.left} />
        </span>
        {meetingPoint !== '' && <span>{meetingPoint}</span>}
      </p>
      {mayTake && (
        <p className="bk-actions bk-above">
          <button
            type="button"
            className="bk-second"
            aria-describedby={heading}
            aria-disabled={isBusy}
            onClick={onTake}
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

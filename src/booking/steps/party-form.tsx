/** Number of guests and the price. Continuing holds the seats. */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { OfferedTour } from '../../data/public-booking-shapes.ts';
import type { PublicCategory, PublicTime, PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useNow } from '../../ui/dates/clock.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { goTo, type BookingQuery } from '../page-url.ts';
import { CATEGORY_NAMES, CategoryName } from '../ui/category-name.tsx';
import { SelectionSummary } from '../ui/selection-summary.tsx';
import { CategoryRows } from './category-row.tsx';
import { HoldOutcomeNotice } from './hold-refused.tsx';
import {
  formatPartyParam,
  priceOf,
  validateParty,
  parsePartyParam,
  ticketsOf,
  type Party,
  type PartyProblem,
} from './party.ts';
import { SeatsLeft } from '../ui/times-list.tsx';
import { departureParams } from '../ui/times.ts';
import { useTourTexts } from '../ui/tour-texts.ts';
import { Notice } from '../ui/error-states.tsx';
import { useHoldSeats } from './use-hold-seats.ts';

/** Parameter for an explicitly empty party, as opposed to none chosen. */
const NOBODY = '0';

export interface PartyFormProps {
  catalog: Catalog;
  tour: PublicTour;
  departure: PublicTime;
  query: BookingQuery;
  formats: Formats;
  onOtherDate(): void;
}

/** The party in the URL, or else the smallest one. */
function useParty({ categories, minimumParty }: PublicTour, query: BookingQuery) {
  const party: Party = parsePartyParam(query.party, categories) ?? {
    [categories[0]!.id]: Math.max(minimumParty, 1),
  };

  function setCount(category: PublicCategory, count: number): void {
    const text = formatPartyParam({ ...party, [category.id]: count }, categories);
    goTo({ query: { ...query, party: text === '' ? NOBODY : text } }, { replace: true });
  }

  return { party, setCount };
}

interface SelectedParty {
  party: Party;
  categories: readonly PublicCategory[];
  /** Slug of the partner. */
  organisation: string | null;
}

/** Holds seats for the party, and opens the details step. */
function useTakeSeats({ party, categories, organisation }: SelectedParty) {
  const { isBusy, outcome, hold } = useHoldSeats();

  async function take(departure: string, to: BookingQuery): Promise<void> {
    const booking = await hold({ departure, categories: ticketsOf(party, categories), organisation });
    if (booking) goTo({ query: { ...to, party: formatPartyParam(party, categories), step: 'details' } });
  }

  return { isBusy, outcome, take };
}

export function PartyForm(props: PartyFormProps) {
  const { catalog, tour, departure, query, formats, onOtherDate } = props;
  const { operator, organisation } = catalog;
  const intl = useIntl();
  const { categories } = tour;
  const { party, setCount } = useParty(tour, query);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const { isBusy, outcome, take } = useTakeSeats({ party, categories, organisation: organisation?.slug ?? null });
  const problem = validateParty(party, tour, departure.left);
  const total = priceOf(party, { categories, prices: departure.prices });
  const until = Date.parse(departure.startsAt) - tour.cancellationCutOffHours * 3_600_000;

  const takeOffered = (offered: OfferedTour) =>
    void take(offered.departureId, { ...query, ...departureParams(offered, operator.timeZone) });

  return (
    <form className="bk-form">
      <DepartureSummary tour={tour} departure={departure} query={query} formats={formats} />
      <div className="bk-rows">
        <CategoryRows
          categories={categories}
          party={party}
          prices={departure.prices}
          formats={formats}
          currency={operator.currency}
          onCount={(category, count) => {
            setHasSubmitted(false);
            setCount(category, count);
          }}
        />
      </div>
      <div role="status">{problem && <PartyProblemNotice problem={problem} hasSubmitted={hasSubmitted} />}</div>
      {outcome && (
        <HoldOutcomeNotice
          outcome={outcome}
          operator={operator}
          onTake={takeOffered}
          onOtherDate={onOtherDate}
          onAnother={() => void take(departure.id, query)}
        />
      )}
      <Total amount={total} currency={operator.currency} formats={formats} />
      <CancellationPolicy until={until} isFree={total === 0} timeZone={operator.timeZone} formats={formats} />
      <button
        type="submit"
        className="bk-primary"
        aria-disabled={isBusy}
        onClick={(event) => {
          event.preventDefault();
          setHasSubmitted(true);
          if (!problem) void take(departure.id, query);
        }}
      >
        {intl.formatMessage({ id: isBusy ? 'booking.holding' : 'booking.goOn' })}
      </button>
      <p className="bk-note">
        <FormattedMessage id="booking.party.held" values={{ minutes: operator.holdMinutes }} />
      </p>
    </form>
  );
}

type DepartureSummaryProps = Pick<PartyFormProps, 'tour' | 'departure' | 'query' | 'formats'>;

function DepartureSummary({ tour, departure, query, formats }: DepartureSummaryProps) {
  const { title } = useTourTexts()(tour.texts);
  return (
    <>
      <SelectionSummary
        title={title}
        date={query.date!}
        at={formats.time(departure.startsAt)}
        language={departure.language}
        formats={formats}
      />
      <p className="bk-left">
        <SeatsLeft left={departure.left} />
      </p>
    </>
  );
}

/** Before submitting, a party that is empty or too small is no problem yet: the guest is still counting. */
function PartyProblemNotice({ problem, hasSubmitted }: { problem: PartyProblem; hasSubmitted: boolean }) {
  const intl = useIntl();
  if (!hasSubmitted && problem.kind !== 'too_many' && problem.kind !== 'not_accompanied') return null;
  return (
    <Notice tone={hasSubmitted ? 'no' : 'attention'}>
      {problem.kind === 'empty' && <FormattedMessage id="booking.party.empty" />}
      {problem.kind === 'too_small' && (
        <FormattedMessage id="booking.party.tooSmall" values={{ minimum: problem.minimum }} />
      )}
      {problem.kind === 'too_many' && <FormattedMessage id="booking.party.tooMany" values={{ left: problem.left }} />}
      {problem.kind === 'not_accompanied' && (
        <FormattedMessage
          id="booking.party.notAccompanied"
          values={{
            category: <CategoryName type={problem.category.type} />,
            others: intl.formatList(
              problem.by.map(({ type }) => intl.formatMessage({ id: CATEGORY_NAMES[type] })),
              { type: 'disjunction' },
            ),
          }}
        />
      )}
    </Notice>
  );
}

interface CancellationPolicyProps {
  /** End of free cancellation. */
  until: number;
  isFree: boolean;
  timeZone: string;
  formats: Formats;
}

function CancellationPolicy({ until, isFree, timeZone, formats }: CancellationPolicyProps) {
  const now = useNow();
  return (
    <p className="bk-note" hidden={until <= now && isFree}>
      {until > now ? (
        <FormattedMessage
          id="booking.policy"
          values={{
            day: formats.day(localDateIn(timeZone, until)),
            time: formats.time(new Date(until).toISOString()),
          }}
        />
      ) : (
        <FormattedMessage id="booking.policy.over" />
      )}
    </p>
  );
}

function Total({ amount, currency, formats }: { amount: number; currency: string; formats: Formats }) {
  return (
    <div className="bk-total">
      <span>
        <FormattedMessage id="booking.total" />
      </span>
      <strong>{amount === 0 ? <FormattedMessage id="booking.free" /> : formats.money(amount, currency)}</strong>
    </div>
  );
}

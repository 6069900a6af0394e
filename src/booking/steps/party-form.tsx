/** Number of guests and the price. Continuing holds the seats. */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { OfferedTour } from '../../data/public-booking.ts';
import type { PublicCategory, PublicTime, PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useNow } from '../../ui/dates/clock.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { goTo, type BookingQuery } from '../page-url.ts';
import { CATEGORY_NAMES, CategoryName } from '../ui/category-name.tsx';
import { SelectionSummary } from '../ui/selection-summary.tsx';
import { HoldRefused } from './hold-refused.tsx';
import { formatPartyParam, priceOf, validateParty, parsePartyParam, ticketsOf, type Party } from './party.ts';
import { SeatsLeft } from '../ui/times-list.tsx';
import { dateTimeParams } from '../ui/times.ts';
import { useTourTexts } from '../ui/tour-texts.ts';
import { FailureNotice, Notice } from '../ui/error-states.tsx';
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

export function PartyForm({
  catalog: { operator, organisation },
  tour,
  departure,
  query,
  formats,
  onOtherDate,
}: PartyFormProps) {
  const intl = useIntl();
  const { categories } = tour;
  const { title } = useTourTexts()(tour.texts);
  const party: Party = parsePartyParam(query.party, categories) ?? {
    [categories[0]!.id]: Math.max(tour.minimumParty, 1),
  };
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const now = useNow();
  const { isBusy, outcome, hold } = useHoldSeats();
  const problem = validateParty(party, tour, departure.left);
  const total = priceOf(party, { categories, prices: departure.prices });
  const until = Date.parse(departure.startsAt) - tour.cancellationCutOffHours * 3_600_000;

  const set = (category: PublicCategory, count: number) => {
    setHasSubmitted(false);
    const text = formatPartyParam({ ...party, [category.id]: count }, categories);
    goTo({ query: { ...query, party: text === '' ? NOBODY : text } }, { replace: true });
  };
  async function take(departureId: string, to: BookingQuery): Promise<void> {
    const booking = await hold({
      departure: departureId,
      categories: ticketsOf(party, categories),
      organisation: organisation?.slug ?? null,
    });
    if (booking) goTo({ query: { ...to, party: formatPartyParam(party, categories), step: 'details' } });
  }
  const offered = ({ departureId, startsAt }: OfferedTour) =>
    void take(departureId, {
      ...query,
      ...dateTimeParams(startsAt, operator.timeZone),
    });

  return (
    <form className="bk-form">
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
      <div className="bk-rows">
        {categories.map((category) => (
          <CategoryRow
            key={category.id}
            category={category}
            count={party[category.id] ?? 0}
            price={departure.prices?.[category.id] ?? category.amount}
            formats={formats}
            currency={operator.currency}
            onCount={(count) => set(category, count)}
          />
        ))}
      </div>
      <div role="status">
        {problem && (hasSubmitted || problem.kind === 'too_many' || problem.kind === 'not_accompanied') && (
          <Notice tone={hasSubmitted ? 'no' : 'attention'}>
            {problem.kind === 'empty' && <FormattedMessage id="booking.party.empty" />}
            {problem.kind === 'too_small' && (
              <FormattedMessage id="booking.party.tooSmall" values={{ minimum: problem.minimum }} />
            )}
            {problem.kind === 'too_many' && (
              <FormattedMessage id="booking.party.tooMany" values={{ left: problem.left }} />
            )}
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
        )}
      </div>
      {outcome?.kind === 'refused' && (
        <HoldRefused
          refusal={outcome.refusal}
          timeZone={operator.timeZone}
          formats={formats}
          onTake={offered}
          onOtherDate={onOtherDate}
          onAnother={() => void take(departure.id, query)}
        />
      )}
      {outcome?.kind === 'failed' && <FailureNotice failure={outcome.failure} phone={operator.phone} />}
      <div className="bk-total">
        <span>
          <FormattedMessage id="booking.total" />
        </span>
        <strong>
          {total === 0 ? <FormattedMessage id="booking.free" /> : formats.money(total, operator.currency)}
        </strong>
      </div>
      <p className="bk-note" hidden={until <= now && total === 0}>
        {until > now ? (
          <FormattedMessage
            id="booking.policy"
            values={{
              day: formats.day(localDateIn(operator.timeZone, until)),
              time: formats.time(new Date(until).toISOString()),
            }}
          />
        ) : (
          <FormattedMessage id="booking.policy.over" />
        )}
      </p>
      <button
        type="submit"
        className="bk-first"
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

function StepperIcon({ path }: { path: string }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <path d={path} />
    </svg>
  );
}

interface CategoryRowProps {
  category: PublicCategory;
  count: number;
  price: number;
  formats: Formats;
  currency: string;
  onCount(count: number): void;
}

export function CategoryRow({ category, count, price, formats, currency, onCount }: CategoryRowProps) {
  const intl = useIntl();
  const { minimumAge, maximumAge } = category;
  const ages =
    minimumAge && maximumAge !== null
      ? intl.formatMessage({ id: 'booking.ages.between' }, { from: minimumAge, to: maximumAge })
      : minimumAge
        ? intl.formatMessage({ id: 'booking.ages.from' }, { from: minimumAge })
        : maximumAge !== null
          ? intl.formatMessage({ id: 'booking.ages.to' }, { to: maximumAge })
          : null;
  const id = `count-${category.id}`;
  return (
    <div className="bk-row">
      <label htmlFor={id}>
        <strong>
          <CategoryName type={category.type} />
        </strong>
        <span>
          {[ages, price === 0 ? intl.formatMessage({ id: 'booking.free' }) : formats.money(price, currency)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </label>
      <span className="bk-stepper">
        <button type="button" disabled={count === 0} onClick={() => onCount(count - 1)}>
          <StepperIcon path="M4 10h12" />
          <span className="bk-hidden">
            <FormattedMessage id="booking.fewer" values={{ category: <CategoryName type={category.type} /> }} />
          </span>
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={0}
          max={99}
          value={count}
          onChange={({ target }) => onCount(Math.min(Math.max(Math.trunc(Number(target.value)) || 0, 0), 99))}
        />
        <button type="button" disabled={count >= 99} onClick={() => onCount(count + 1)}>
          <StepperIcon path="M4 10h12M10 4v12" />
          <span className="bk-hidden">
            <FormattedMessage id="booking.more" values={{ category: <CategoryName type={category.type} /> }} />
          </span>
        </button>
      </span>
    </div>
  );
}

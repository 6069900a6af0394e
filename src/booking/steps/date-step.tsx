/** A tour, its availability calendar, and the times of a day. */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicDay, PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import { readMonth } from '../../data/public-booking.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { monthOf } from '../../lib/month-grid.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { DateGrid, type DayDetails } from '../../ui/dates/date-grid.tsx';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';
import { goTo, parseBookingQuery, usePageUrl } from '../page-url.ts';
import { holdToken } from './booking-flow.ts';
import { Heading } from '../ui/page-frame.tsx';
import { PartySection, usePreloadForms } from './lazy-forms.tsx';
import { Picture } from '../ui/picture.tsx';
import { useTourTexts } from '../ui/tour-texts.ts';
import { TourFacts } from './tours-step.tsx';
import { FailureNotice, Notice, Waiting } from '../ui/error-states.tsx';
import { TimesList } from '../ui/times-list.tsx';
import { lastDateToChoose } from '../ui/last-date.ts';
import { ZoneNote } from '../ui/zone-note.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';

/** Returns a function for a day's text and marker in the calendar. */
export function useDayDetails(days: readonly PublicDay[], formats: Formats): (date: string) => DayDetails {
  const intl = useIntl();
  return (date) => {
    const times = days.find((day) => day.date === date)?.times ?? [];
    const free = times.filter(({ left }) => left > 0);
    if (free.length > 0)
      return {
        description: intl.formatMessage(
          { id: 'booking.day.places' },
          {
            places: free.reduce((sum, { left }) => sum + left, 0),
            times: intl.formatList(free.map(({ startsAt }) => formats.time(startsAt))),
          },
        ),
        note: <span className="bk-dot" />,
      };
    if (times.length > 0)
      return {
        description: intl.formatMessage({ id: 'booking.soldOut' }),
        note: <span className="bk-dash" />,
        disabled: true,
      };
    return { disabled: true };
  };
}

/** Description of a tour, above its calendar. */
export function TourIntro({ tour, operator }: { tour: PublicTour; operator: Catalog['operator'] }) {
  const formats = useFormats(operator.timeZone);
  const { title, summary, description, meetingPoint } = useTourTexts()(tour.texts);
  return (
    <>
      {tour.picture && <Picture tag={tour.picture} />}
      <Heading>{title}</Heading>
      <p className="bk-lead">{summary}</p>
      <TourFacts tour={tour} formats={formats} currency={operator.currency} />
      {(description !== '' || meetingPoint !== '') && (
        <details className="bk-more">
          <summary>
            <FormattedMessage id="booking.about" />
          </summary>
          {description.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {meetingPoint !== '' && (
            <p>
              <FormattedMessage id="booking.meetingPoint" values={{ place: meetingPoint }} />
            </p>
          )}
        </details>
      )}
    </>
  );
}

export function DateStep({ catalog: { operator }, tour }: { catalog: Catalog; tour: PublicTour }) {
  const { search } = usePageUrl();
  const query = parseBookingQuery(search);
  const formats = useFormats(operator.timeZone);
  const today = localDateIn(operator.timeZone, useNow());
  const firstDate = tour.nextAt ? localDateIn(operator.timeZone, Date.parse(tour.nextAt)) : null;
  const [month, setMonth] = useState(() => monthOf(query.date ?? firstDate ?? today));
  const monthQuery = usePublicQuery(`month ${tour.id} ${month}`, (signal) =>
    readMonth({ operator: operator.slug, tour: tour.id, month, token: holdToken() }, { signal }),
  );
  usePreloadForms({ next: PartySection });
  const days = monthQuery.state === 'loaded' ? monthQuery.data.days : [];
  const detailsOf = useDayDetails(days, formats);
  const selectedDate = query.date !== undefined && monthOf(query.date) === month ? query.date : null;
  const times = days.find(({ date }) => date === selectedDate)?.times ?? [];
  const tourQuery = { ...query, tour: tour.slug };

  return (
    <>
      <TourIntro tour={tour} operator={operator} />
      <h2 className="bk-sub">
        <FormattedMessage id="booking.date.title" />
      </h2>
      <DateGrid
        month={month}
        selected={selectedDate}
        today={today}
        from={today}
        to={lastDateToChoose(today)}
        detailsOf={detailsOf}
        onMonthChange={setMonth}
        onSelect={(date) => {
          const { time: _, ...rest } = tourQuery;
          goTo({ query: { ...rest, date } }, { replace: true });
        }}
      />
      <p className="bk-legend" aria-hidden>
        <span className="bk-dot" /> <FormattedMessage id="booking.legend.free" />
        <span className="bk-dash" /> <FormattedMessage id="booking.soldOut" />
      </p>
      {monthQuery.state === 'waiting' && <Waiting isLong={monthQuery.isLong} phone={operator.phone} lines={0} />}
      {monthQuery.state === 'failed' && (
        <FailureNotice failure={monthQuery.failure} phone={operator.phone} onRetry={monthQuery.refetch} />
      )}
      {monthQuery.state === 'loaded' && days.every(({ times: all }) => all.every(({ left }) => left === 0)) && (
        <EmptyMonth firstDate={firstDate} formats={formats} onShow={(date) => setMonth(monthOf(date))} />
      )}
      <DayTimes
        operator={operator}
        tour={tour}
        date={selectedDate}
        times={times}
        isLoaded={monthQuery.state === 'loaded'}
        onChoose={(date, time) => goTo({ query: { ...tourQuery, date, time } })}
      />
    </>
  );
}

interface EmptyMonthProps {
  /** The first date with a departure. */
  firstDate: LocalDate | null;
  formats: Formats;
  onShow(date: LocalDate): void;
}

function EmptyMonth({ firstDate, formats, onShow }: EmptyMonthProps) {
  return (
    <Notice tone="neutral">
      <FormattedMessage id={firstDate ? 'booking.date.emptyMonth' : 'booking.noDates'} />
      {firstDate && (
        <button type="button" className="bk-secondary" onClick={() => onShow(firstDate)}>
          <FormattedMessage id="booking.date.first" values={{ day: formats.day(firstDate) }} />
        </button>
      )}
    </Notice>
  );
}

interface DayTimesProps {
  operator: Catalog['operator'];
  tour: PublicTour;
  date: string | null;
  times: PublicDay['times'];
  isLoaded: boolean;
  onChoose(date: string, time: string): void;
}

/** The times of the selected day. */
function DayTimes({ operator, tour, date, times, isLoaded, onChoose }: DayTimesProps) {
  const formats = useFormats(operator.timeZone);
  return (
    <>
      <div role="status">
        {date && times.length > 0 && (
          <h2 className="bk-sub">
            <FormattedMessage id="booking.time.title" values={{ day: formats.date(date) }} />
          </h2>
        )}
      </div>
      {date && isLoaded && times.length === 0 && (
        <Notice tone="attention">
          <FormattedMessage id="booking.day.none" values={{ day: formats.date(date) }} />
        </Notice>
      )}
      {date && (
        <TimesList
          times={times}
          formats={formats}
          showsLanguage={tour.languages.length > 1}
          onChoose={(time) => onChoose(date, time)}
        />
      )}
      {date && times.length > 0 && <ZoneNote timeZone={operator.timeZone} at={times[0]!.startsAt} />}
    </>
  );
}

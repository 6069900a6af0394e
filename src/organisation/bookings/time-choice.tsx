/** A day and time of a tour, with the seats available to the partner. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { PartnerMonth } from '../../data/partner-bookings.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { DepartureTimes } from '../../features/bookings/departure-times.tsx';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { DateGrid, type DayDetails } from '../../ui/dates/date-grid.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { Message } from '../../ui/states/message.tsx';
import type { DepartureSelection } from './use-departure-selection.ts';

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
});

export interface TimeChoiceProps {
  /** The company's time zone. */
  timeZone: string;
  selection: DepartureSelection;
}

export function TimeChoice({ timeZone, selection }: TimeChoiceProps) {
  const { query, today, month, date } = selection;
  const styles = useStyles();
  const intl = useIntl();
  return (
    <>
      <div className={styles.box}>
        <QueryView
          query={query}
          failed={<FormattedMessage id="partnerBookings.departures.failed" />}
          skeleton={
            <Skeleton>
              <SkeletonItem shape="rectangle" style={{ height: 320 }} />
            </Skeleton>
          }
        >
          {({ days }) => {
            const timesOf = (day: LocalDate) => days.find((candidate) => candidate.date === day)?.times;
            return (
              <>
                <DateGrid
                  month={month}
                  selected={date}
                  today={today}
                  from={today}
                  detailsOf={(day) => dayDetails(timesOf(day), intl)}
                  onMonthChange={selection.setMonth}
                  onSelect={selection.selectDate}
                />
                {date !== null && <Times times={timesOf(date) ?? []} timeZone={timeZone} selection={selection} />}
              </>
            );
          }}
        </QueryView>
      </div>
      {query.data?.days.length === 0 && (
        <Message state="neutral">
          <FormattedMessage id="partnerBookings.noDepartures" />
        </Message>
      )}
    </>
  );
}

type Time = PartnerMonth['days'][number]['times'][number];

function Times({ times, timeZone, selection }: TimeChoiceProps & { times: readonly Time[] }) {
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const { date, departure, selectDeparture } = selection;
  if (date === null || times.length === 0) return null;
  const ownSeatsText = ({ seats, until }: NonNullable<Time['own']>) =>
    intl.formatMessage(
      { id: 'partnerBookings.own' },
      { seats, until: formats.dayAndTime(localDateIn(timeZone, Date.parse(until)), until) },
    );
  return (
    <DepartureTimes
      day={formats.date(date)}
      times={times.map(({ id, at, left, own, language }) => ({
        id,
        time: at,
        note: joinWithDots(formats.language(language), leftText(left, intl), own && ownSeatsText(own)),
        // The preview of the booking says if the party does not fit.
        hasRoom: true,
      }))}
      selected={departure?.id ?? null}
      onSelect={selectDeparture}
    />
  );
}

const leftText = (left: number, intl: IntlShape) => intl.formatMessage({ id: 'partnerBookings.left' }, { left });

/** Returns the most seats left at a time of the day, and a description of all times. */
const dayDetails = (times: readonly Time[] | undefined, intl: IntlShape): DayDetails =>
  times
    ? {
        note: intl.formatNumber(Math.max(...times.map(({ left }) => left))),
        description: times.map(({ at, left }) => `${at} ${leftText(left, intl)}`).join(', '),
      }
    : { disabled: true };

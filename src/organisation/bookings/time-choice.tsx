/** A day and time of a tour, with the seats available to the partner. */
import { Radio, RadioGroup, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PartnerMonth } from '../../data/partner-bookings.ts';
import type { Instant, LocalDate, Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { QueryView, type QueryViewState } from '../../ui/loading/query-view.tsx';
import { DateGrid } from '../../ui/dates/date-grid.tsx';
import { capitalised, density, tabular, type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  box: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  times: { border: 'none', margin: 0, padding: 0, minWidth: 0 },
  day: { ...type.body, ...capitalised, padding: 0, fontWeight: weight.bold },
  time: { minHeight: density.target, alignItems: 'center', ...tabular },
  left: { color: tokens.colorNeutralForeground3 },
});

export interface TimeChoiceProps {
  query: QueryViewState<PartnerMonth>;
  /** The company's time zone. */
  timeZone: string;
  today: LocalDate;
  month: string;
  date: LocalDate | null;
  departure: Uuid | null;
  onMonthChange(month: string): void;
  onDate(date: LocalDate): void;
  onDeparture(departure: Uuid): void;
}

export function TimeChoice(props: TimeChoiceProps) {
  const { query, timeZone, today, month, date, departure, onMonthChange, onDate, onDeparture } = props;
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const formatOwnSeats = ({ seats, until }: { seats: number; until: Instant }) =>
    intl.formatMessage(
      { id: 'partnerBookings.own' },
      { seats, until: formats.dayAndTime(localDateIn(timeZone, Date.parse(until)), until) },
    );
  const leftText = (left: number) => intl.formatMessage({ id: 'partnerBookings.left' }, { left });
  return (
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
          const times = days.find((day) => day.date === date)?.times ?? [];
          return (
            <>
              <DateGrid
                month={month}
                selected={date}
                today={today}
                from={today}
                detailsOf={(on) => {
                  const there = days.find((day) => day.date === on)?.times;
                  if (!there) return { disabled: true };
                  return {
                    note: intl.formatNumber(Math.max(...there.map(({ left }) => left))),
                    description: there.map(({ at, left }) => `${at} ${leftText(left)}`).join(', '),
                  };
                }}
                onMonthChange={onMonthChange}
                onSelect={onDate}
              />
              {date !== null && times.length > 0 && (
                <fieldset className={styles.times}>
                  <legend className={styles.day}>{formats.date(date)}</legend>
                  <RadioGroup
                    aria-label={intl.formatMessage({ id: 'bookings.time' })}
                    value={departure ?? ''}
                    onChange={(_, data) => onDeparture(data.value)}
                  >
                    {times.map(({ id, at, left, own, language }) => (
                      <Radio
                        key={id}
                        className={styles.time}
                        value={id}
                        label={
                          <>
                            {at}{' '}
                            <span className={styles.left}>
                              {joinWithDots(formats.language(language), leftText(left), own && formatOwnSeats(own))}
                            </span>
                          </>
                        }
                      />
                    ))}
                  </RadioGroup>
                </fieldset>
              )}
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

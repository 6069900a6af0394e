/** Header of the lanes: hours in the day view; in the week view, days with the number of unassigned departures. */
import { Button, mergeClasses } from '@fluentui/react-components';
import { PersonProhibitedRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { needsGuide } from '../../domain/calendar.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { percentOf, type hourAxis } from './schedule-time.ts';
import type { ScheduleScope } from './schedule-scope.ts';
import { useScheduleStyles } from './schedule-styles.ts';

export interface ScheduleHeaderProps {
  days: readonly LocalDate[];
  /** Null in the week view. */
  axis: ReturnType<typeof hourAxis> | null;
  scope: ScheduleScope;
  onDay(day: LocalDate): void;
  onSuggest(day: LocalDate): void;
}

export function ScheduleHeader({ days, axis, scope, onDay, onSuggest }: ScheduleHeaderProps) {
  const styles = useScheduleStyles();
  const intl = useIntl();
  const alone = (day: LocalDate) =>
    scope.plan.departures.filter((departure) => departure.localDate === day && needsGuide(departure)).length;
  return (
    <div role="row" className={mergeClasses(styles.row, styles.top, axis ? styles.day : styles.week)}>
      <div role="columnheader" className={styles.corner}>
        <span className={styles.hiddenText}>
          <FormattedMessage id="planner.lane" />
        </span>
      </div>
      {axis ? (
        <div role="columnheader" className={styles.hours}>
          <span className={styles.hiddenText}>{scope.formats.date(days[0]!)}</span>
          {Array.from({ length: (axis.to - axis.from) / 60 }, (_, at) => axis.from + at * 60).map((minute) => (
            <span key={minute} className={styles.hour} style={{ left: `${percentOf(minute, axis)}%` }} aria-hidden>
              {scope.clock(minute)}
            </span>
          ))}
        </div>
      ) : (
        days.map((day) => (
          <div
            key={day}
            role="columnheader"
            className={mergeClasses(styles.dayHead, day === scope.today && styles.today)}
          >
            <Button className={styles.open} appearance="transparent" onClick={() => onDay(day)}>
              {scope.formats.day(day)}
            </Button>
            {alone(day) > 0 && (
              <Button
                className={styles.need}
                appearance="transparent"
                icon={<PersonProhibitedRegular />}
                aria-label={intl.formatMessage(
                  { id: 'planner.suggest.for' },
                  { day: scope.formats.day(day), count: alone(day) },
                )}
                title={intl.formatMessage({ id: 'planner.alone' }, { count: alone(day) })}
                onClick={() => onSuggest(day)}
              >
                {intl.formatNumber(alone(day))}
              </Button>
            )}
          </div>
        ))
      )}
    </div>
  );
}

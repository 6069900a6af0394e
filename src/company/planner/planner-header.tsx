/** Header of the lanes: hours in the day view; in the week view, days with the number of unassigned departures. */
import { Button, mergeClasses } from '@fluentui/react-components';
import { PersonProhibitedRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { capitalise } from '../../lib/capitalise.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { countUnassigned } from './planner-model.ts';
import { percentOf, type hourAxis } from './planner-time.ts';
import type { PlannerContext } from './planner-context.ts';
import { usePlannerStyles } from './planner-styles.ts';

export interface PlannerHeaderProps {
  days: readonly LocalDate[];
  /** Null in the week view. */
  axis: ReturnType<typeof hourAxis> | null;
  context: PlannerContext;
  onDay(day: LocalDate): void;
  onSuggest(day: LocalDate): void;
}

export function PlannerHeader({ days, axis, context, onDay, onSuggest }: PlannerHeaderProps) {
  const styles = usePlannerStyles();
  const intl = useIntl();
  const unassignedOn = (day: LocalDate) => countUnassigned(context.plan.departures, day);
  return (
    <div role="row" className={mergeClasses(styles.row, styles.top, axis ? styles.day : styles.week)}>
      <div role="columnheader" className={styles.corner}>
        <span className={styles.hiddenText}>
          <FormattedMessage id="planner.lane" />
        </span>
      </div>
      {axis ? (
        <div role="columnheader" className={styles.hours}>
          <span className={styles.hiddenText}>{context.formats.date(days[0]!)}</span>
          {Array.from({ length: (axis.to - axis.from) / 60 }, (_, at) => axis.from + at * 60).map((minute) => (
            <span key={minute} className={styles.hour} style={{ left: `${percentOf(minute, axis)}%` }} aria-hidden>
              {context.clock(minute)}
            </span>
          ))}
        </div>
      ) : (
        days.map((day) => (
          <div
            key={day}
            role="columnheader"
            className={mergeClasses(styles.dayHead, day === context.today && styles.today)}
          >
            <Button className={styles.open} appearance="transparent" onClick={() => onDay(day)}>
              {capitalise(context.formats.day(day), context.formats.locale)}
            </Button>
            {unassignedOn(day) > 0 && (
              <Button
                className={styles.need}
                appearance="transparent"
                icon={<PersonProhibitedRegular />}
                aria-label={intl.formatMessage(
                  { id: 'planner.suggest.for' },
                  { day: context.formats.day(day), count: unassignedOn(day) },
                )}
                title={intl.formatMessage({ id: 'planner.alone' }, { count: unassignedOn(day) })}
                onClick={() => onSuggest(day)}
              >
                {intl.formatNumber(unassignedOn(day))}
              </Button>
            )}
          </div>
        ))
      )}
    </div>
  );
}

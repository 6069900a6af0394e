/** Toolbar of the planner: date, view, grouping, and working hours. */
import { Button, makeStyles } from '@fluentui/react-components';
import { CalendarClockRegular, ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LocalDate } from '../../domain/ids.ts';
import { addDays } from '../../lib/local-date.ts';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { capitalised, density, gutter, type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { mondayOf, VIEWS, type PlannerView } from './planner-time.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px', padding: `4px ${gutter} 12px` },
  steps: { display: 'flex', alignItems: 'center', gap: '4px' },
  step: { minWidth: density.target },
  range: { ...type.lead, margin: 0, fontWeight: weight.bold, ...capitalised },
  space: { flex: '1 1 0' },
});

export interface PlannerToolbarProps {
  view: PlannerView;
  groupBy: 'guide' | 'tour';
  date: LocalDate;
  /** On a phone the planner shows one day, grouped by guide. */
  phone: boolean;
  onStep(by: -1 | 1): void;
  onToday(): void;
  onView(view: PlannerView): void;
  onGroupBy(by: 'guide' | 'tour'): void;
  /** Null until the plan is loaded. */
  onWorkingHours: (() => void) | null;
}

export function PlannerToolbar(props: PlannerToolbarProps) {
  const { view, groupBy, date, phone, onStep, onToday, onView, onGroupBy, onWorkingHours } = props;
  const styles = useStyles();
  const intl = useIntl();
  // Formats only dates, which have no time zone.
  const formats = useFormats('UTC');
  const monday = mondayOf(date);
  return (
    <div className={styles.tools}>
      <StepButtons view={view} onStep={onStep} onToday={onToday} />
      <p className={styles.range} aria-live="polite">
        {view === 'day'
          ? formats.date(date)
          : intl.formatMessage(
              { id: 'planner.range' },
              { from: formats.day(monday), to: formats.day(addDays(monday, 6)) },
            )}
      </p>
      <span className={styles.space} />
      {!phone && <ViewChoices view={view} groupBy={groupBy} onView={onView} onGroupBy={onGroupBy} />}
      {onWorkingHours && (
        <Button appearance="subtle" icon={<CalendarClockRegular />} onClick={onWorkingHours}>
          <FormattedMessage id="planner.hours" />
        </Button>
      )}
    </div>
  );
}

function StepButtons({ view, onStep, onToday }: Pick<PlannerToolbarProps, 'view' | 'onStep' | 'onToday'>) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.steps}>
      <Button
        className={styles.step}
        appearance="subtle"
        icon={<ChevronLeftRegular />}
        aria-label={intl.formatMessage({
          id: view === 'week' ? 'planner.weekBefore' : 'planner.dayBefore',
        })}
        onClick={() => onStep(-1)}
      />
      <Button
        className={styles.step}
        appearance="subtle"
        icon={<ChevronRightRegular />}
        aria-label={intl.formatMessage({
          id: view === 'week' ? 'planner.weekAfter' : 'planner.dayAfter',
        })}
        onClick={() => onStep(1)}
      />
      <Button onClick={onToday}>
        <FormattedMessage id="planner.today" />
      </Button>
    </div>
  );
}

function ViewChoices({
  view,
  groupBy,
  onView,
  onGroupBy,
}: Pick<PlannerToolbarProps, 'view' | 'groupBy' | 'onView' | 'onGroupBy'>) {
  const intl = useIntl();
  return (
    <>
      <Segmented
        label={intl.formatMessage({ id: 'planner.by' })}
        kind="choice"
        value={groupBy}
        segments={(['guide', 'tour'] as const).map((value) => ({
          value,
          label: intl.formatMessage({ id: `planner.by.${value}` }),
        }))}
        onChange={onGroupBy}
      />
      <Segmented
        label={intl.formatMessage({ id: 'planner.view' })}
        kind="choice"
        value={view}
        segments={VIEWS.map((value) => ({
          value,
          label: intl.formatMessage({ id: `planner.view.${value}` }),
        }))}
        onChange={onView}
      />
    </>
  );
}

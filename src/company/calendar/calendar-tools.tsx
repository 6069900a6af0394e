/** Calendar toolbar: previous, next, today and the view. */
import { Button, makeStyles } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LocalDate } from '../../domain/ids.ts';
import { monthOf } from '../../lib/month-grid.ts';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { capitalised, density, gutter, type, weight } from '../../ui/theme/sizes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { rangeOf, stepRange, VIEWS, type CalendarView } from './calendar-range.ts';
import { formatMonth } from '../../ui/dates/format-month.ts';

const useStyles = makeStyles({
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    flexShrink: 0,
    alignItems: 'center',
    gap: '8px 12px',
    padding: `4px ${gutter} 8px`,
  },
  steps: { display: 'flex', alignItems: 'center', gap: '4px' },
  step: { minWidth: density.target },
  range: { ...type.lead, margin: 0, fontWeight: weight.bold, ...capitalised },
  space: { flex: '1 1 0' },
});

export interface CalendarToolsProps {
  view: CalendarView;
  on: LocalDate;
  formats: Formats;
  /** Null: today. */
  onStep(on: LocalDate | null): void;
  onView(view: CalendarView): void;
}

export function CalendarTools({ view, on, formats, onStep, onView }: CalendarToolsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const range = rangeOf(view, on);
  return (
    <div className={styles.tools}>
      <div className={styles.steps}>
        <Button
          className={styles.step}
          appearance="subtle"
          icon={<ChevronLeftRegular />}
          aria-label={intl.formatMessage({ id: 'calendar.before' })}
          onClick={() => onStep(stepRange(view, { on, by: -1 }))}
        />
        <Button
          className={styles.step}
          appearance="subtle"
          icon={<ChevronRightRegular />}
          aria-label={intl.formatMessage({ id: 'calendar.after' })}
          onClick={() => onStep(stepRange(view, { on, by: 1 }))}
        />
        <Button onClick={() => onStep(null)}>
          <FormattedMessage id="calendar.today" />
        </Button>
      </div>
      <p className={styles.range} aria-live="polite">
        {view === 'month'
          ? formatMonth(intl, monthOf(on))
          : intl.formatMessage({ id: 'calendar.range' }, { from: formats.day(range.from), to: formats.day(range.to) })}
      </p>
      <span className={styles.space} />
      <Segmented
        label={intl.formatMessage({ id: 'calendar.view' })}
        kind="choice"
        value={view}
        segments={VIEWS.map((value) => ({ value, label: intl.formatMessage({ id: `calendar.view.${value}` }) }))}
        onChange={onView}
      />
    </div>
  );
}

/** Period of the statistics: the last N days, or custom dates. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Period } from '../../../domain/figures.ts';
import { parseDateInput } from '../../../domain/parse-date-time.ts';
import { DateInput } from '../../../ui/form/parsed-inputs.tsx';
import { Segmented } from '../../../ui/choices/segmented.tsx';
import { isValidPeriod, RANGES, type useDashboardUrl } from '../use-dashboard.ts';

const useStyles = makeStyles({
  choice: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '12px 16px' },
  days: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px' },
});

type Url = ReturnType<typeof useDashboardUrl>;
const SORTED_RANGES = RANGES.toSorted((a, b) => (Number(a) || Infinity) - (Number(b) || Infinity));

export interface PeriodChoiceProps {
  state: Url['state'];
  period: Period;
  onChange: Url['go'];
}

export function PeriodChoice({ state, period, onChange }: PeriodChoiceProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.choice}>
      <Segmented
        kind="choice"
        label={intl.formatMessage({ id: 'dashboard.range' })}
        segments={SORTED_RANGES.map((value) => ({
          value,
          label: intl.formatMessage({ id: `dashboard.range.${value}` }),
        }))}
        value={state.range}
        onChange={(value) =>
          onChange(
            value === 'custom'
              ? { range: value, from: period.from, to: period.to }
              : { range: value, from: null, to: null },
          )
        }
      />
      {state.range === 'custom' && <CustomDays period={period} onChange={onChange} />}
    </div>
  );
}

function CustomDays({ period, onChange }: Pick<PeriodChoiceProps, 'period' | 'onChange'>) {
  const styles = useStyles();
  const intl = useIntl();
  const [dates, setDates] = useState<Period>(period);
  const update = (change: Partial<Period>) => {
    const next = { ...dates, ...change };
    setDates(next);
    const [from, to] = [parseDateInput(next.from), parseDateInput(next.to)];
    if (from && to && isValidPeriod({ from, to })) onChange({ from, to }, { isTyping: true });
  };
  const [from, to] = [parseDateInput(dates.from), parseDateInput(dates.to)];
  const problem =
    from && to && !isValidPeriod({ from, to }) ? intl.formatMessage({ id: 'dashboard.range.problem' }) : null;
  return (
    <div className={styles.days}>
      <DateInput
        label={intl.formatMessage({ id: 'dashboard.range.from' })}
        value={dates.from}
        onChange={(value) => update({ from: value })}
      />
      <DateInput
        label={intl.formatMessage({ id: 'dashboard.range.to' })}
        value={dates.to}
        problem={problem}
        onChange={(value) => update({ to: value })}
      />
    </div>
  );
}

/** Number input with minus and plus buttons, and the difference to the expected value. */
import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, SubtractRegular } from '@fluentui/react-icons';
import { useId, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { tabular, touchTarget, type, weight } from '../../ui/theme/sizes.ts';
import { withMinus } from '../../domain/money.ts';

const useStyles = makeStyles({
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: '64px',
    padding: '4px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { ...type.lead, fontWeight: weight.bold, overflowWrap: 'anywhere' },
  description: {
    ...type.body,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 8px',
    color: tokens.colorNeutralForeground2,
  },
  stepper: { display: 'flex', alignItems: 'center', gap: '4px' },
  step: { width: touchTarget, height: touchTarget, minWidth: touchTarget, maxWidth: 'none' },
  number: {
    width: '64px',
    minWidth: 0,
    '& input': {
      ...type.title,
      ...tabular,
      height: touchTarget,
      fontWeight: weight.bold,
      textAlign: 'center',
      minWidth: 0,
    },
  },
});

export interface CounterProps {
  label: string;
  value: number;
  step?: number;
  max?: number;
  /** Shown below the label. */
  children?: ReactNode;
  onChange(value: number): void;
}

export function Counter({ label, value, step = 1, max = 9999, children, onChange }: CounterProps) {
  const styles = useStyles();
  const intl = useIntl();
  const descriptionId = useId();
  const set = (to: number) => onChange(Math.max(0, Math.min(max, to)));
  return (
    <div className={styles.line} role="group" aria-label={label}>
      <div>
        <div className={styles.name}>{label}</div>
        {children && (
          <div id={descriptionId} className={styles.description}>
            {children}
          </div>
        )}
      </div>
      <div className={styles.stepper}>
        <Button
          className={styles.step}
          icon={<SubtractRegular />}
          disabledFocusable={value === 0}
          aria-label={intl.formatMessage({ id: 'numbers.fewer' }, { name: label })}
          onClick={() => set(value - step)}
        />
        <Input
          className={styles.number}
          inputMode="numeric"
          autoComplete="off"
          input={{ size: 1 }}
          aria-label={label}
          {...(children ? { 'aria-describedby': descriptionId } : {})}
          value={String(value)}
          onFocus={(event) => event.target.select()}
          onChange={(_, { value: text }) => {
            if (/^\d{0,4}$/.test(text)) set(Number(text));
          }}
        />
        <Button
          className={styles.step}
          icon={<AddRegular />}
          disabledFocusable={value >= max}
          aria-label={intl.formatMessage({ id: 'numbers.more' }, { name: label })}
          onClick={() => set(value + step)}
        />
      </div>
    </div>
  );
}

/** Returns a function that formats a signed difference; null if it is zero. */
export function useFormatDifference() {
  const intl = useIntl();
  return (by: number) => (by === 0 ? null : withMinus(intl.formatNumber(by, { signDisplay: 'always' })));
}

import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { parseSpan, type DaySpan } from '../../domain/working-hours.ts';
import { TimeInput } from '../../ui/form/parsed-inputs.tsx';
import { density } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  days: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  day: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '0 8px',
    padding: '4px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { minHeight: density.target, display: 'flex', alignItems: 'center' },
  spans: { display: 'grid', gap: '4px', gridColumn: '1 / -1', gridRow: '2' },
  span: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '4px' },
  remove: { marginInlineStart: 'auto' },
  none: { marginLeft: '12px', color: tokens.colorNeutralForeground3 },
  wrong: { color: tokens.colorPaletteRedForeground1, flexBasis: '100%' },
});

/** Weekdays; 0 is Monday. */
export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** `from` and `to` are unparsed input. */
export type WorkingSpanFormValues = DaySpan & { key: string };

export interface WorkingDaysProps {
  spans: readonly WorkingSpanFormValues[];
  /** Whether saving was attempted; errors show only then. */
  hasSubmitted: boolean;
  dayName(day: number): string;
  onChange(key: string, to: Partial<DaySpan>): void;
  onRemove(key: string): void;
  onAdd(day: number): void;
}

export function WorkingDays({ spans: all, hasSubmitted, dayName, onChange, onRemove, onAdd }: WorkingDaysProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <ul className={styles.days}>
      {EVERY_DAY.map((day) => {
        const spans = all.filter((span) => span.day === day);
        return (
          <li key={day} className={styles.day}>
            <span className={styles.name}>
              {dayName(day)}
              {spans.length === 0 && (
                <span className={styles.none}>
                  <FormattedMessage id="guideTime.off" />
                </span>
              )}
            </span>
            <div className={styles.spans}>
              {spans.map((span) => (
                <div key={span.key} className={styles.span}>
                  {(['from', 'to'] as const).map((end) => (
                    <TimeInput
                      key={end}
                      isCompact
                      label={intl.formatMessage({ id: `guideTime.${end}` }, { day: dayName(day) })}
                      value={span[end]}
                      onChange={(value) => onChange(span.key, { [end]: value })}
                    />
                  ))}
                  <Button
                    className={styles.remove}
                    appearance="subtle"
                    icon={<DismissRegular />}
                    aria-label={intl.formatMessage({ id: 'guideTime.removeSpan' }, { day: dayName(day) })}
                    onClick={() => onRemove(span.key)}
                  />
                  {hasSubmitted && parseSpan(span) === null && (
                    <span className={styles.wrong} role="alert">
                      <FormattedMessage id="guideTime.wrongSpan" />
                    </span>
                  )}
                </div>
              ))}
            </div>
            <Button
              appearance="subtle"
              icon={<AddRegular />}
              aria-label={intl.formatMessage({ id: 'guideTime.addSpan' }, { day: dayName(day) })}
              onClick={() => onAdd(day)}
            />
          </li>
        );
      })}
    </ul>
  );
}

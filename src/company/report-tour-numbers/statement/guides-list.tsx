/** List of the guides of a month with their totals. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { countPendingTours, sumsOf, type GuideStatement } from '../../../domain/guide-pay.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { tabular, type, noWrap, weight } from '../../../ui/theme/sizes.ts';
import { StatementTotals } from './guide-statement-view.tsx';
import { NO_GUIDE, type StatementFormatters } from './use-statement.ts';
import { card, selectedCard } from '../card-styles.ts';

const useStyles = makeStyles({
  part: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', maxWidth: '720px' },
  rows: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  row: { ...card, minHeight: '64px' },
  opened: selectedCard,
  name: { ...type.lead, fontWeight: weight.bold, overflowWrap: 'anywhere' },
  facts: { ...type.body, ...tabular, color: tokens.colorNeutralForeground2 },
  amount: { ...type.lead, ...tabular, ...noWrap, textAlign: 'end' },
  side: { display: 'flex', alignItems: 'flex-start', justifyContent: 'flex-end' },
});

export interface GuidesListProps {
  guides: readonly GuideStatement[];
  formatters: StatementFormatters;
  openId: string | null;
  onOpen(guide: string): void;
}

export function GuidesList({ guides, formatters, openId, onOpen }: GuidesListProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.part}>
      <StatementTotals sums={sumsOf(guides.flatMap(({ lines }) => lines))} formatters={formatters} />
      <ul className={styles.rows}>
        {guides.map(({ userId, lines, open }) => {
          const id = userId ?? NO_GUIDE;
          const sums = sumsOf(lines);
          const waiting = countPendingTours(open);
          return (
            <li key={id}>
              <button
                type="button"
                data-entry={id}
                className={mergeClasses(styles.row, id === openId && styles.opened)}
                {...(id === openId ? { 'aria-current': 'true' as const } : {})}
                onClick={() => onOpen(id)}
              >
                <span className={styles.name}>{formatters.nameOf(userId)}</span>
                <span className={styles.amount}>{formatters.money(sums.paid)}</span>
                <span className={styles.facts}>
                  {lines.length > 0 &&
                    joinWithDots(
                      intl.formatMessage({ id: 'pay.toursCount' }, { count: sums.tours }),
                      formatters.hours(sums.minutes),
                      intl.formatMessage({ id: 'pay.guestsCount' }, { count: sums.guests }),
                    )}
                </span>
                <span className={styles.side}>
                  {waiting > 0 && (
                    <StateBadge state="waiting">
                      {intl.formatMessage({ id: 'pay.openCount' }, { count: waiting })}
                    </StateBadge>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

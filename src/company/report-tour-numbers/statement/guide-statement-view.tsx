/** A guide's statement of a month: totals, tours with their pay, and tours that do not count yet. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import {
  sumsOf,
  type GuideStatement,
  type UnpaidReason,
  type UnpaidTour,
  type StatementLine,
  type StatementSums,
} from '../../../domain/guide-pay.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { monthOf } from '../../../lib/month-grid.ts';
import { Stats } from '../../../ui/display/stats.tsx';
import { NARROWEST } from '../../../ui/theme/breakpoints.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import type { StateName } from '../../../ui/theme/state-colours.ts';
import { tabular, type, noWrap, weight } from '../../../ui/theme/sizes.ts';
import type { StatementFormatters } from './use-statement.ts';

const useStyles = makeStyles({
  heading: { ...type.body, margin: '8px 0 0', fontWeight: weight.bold, color: tokens.colorNeutralForeground2 },
  list: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 12px',
    padding: '10px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  title: { fontWeight: weight.bold, overflowWrap: 'anywhere' },
  amount: { ...tabular, ...noWrap, textAlign: 'end', fontWeight: weight.bold },
  facts: { ...tabular, gridColumnStart: 1, color: tokens.colorNeutralForeground2 },
  parts: { ...tabular, ...type.note, gridColumn: '1 / -1', color: tokens.colorNeutralForeground3 },
  side: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-end',
    gap: '4px',
    gridArea: '1 / 2 / span 2',
    // Next to a long reason, the title would break within words.
    [`@media ${NARROWEST}`]: { flexFlow: 'row wrap', alignItems: 'center', gridArea: 'auto / 1 / auto / -1' },
  },
});

const OPEN_STATES: Record<UnpaidReason, StateName> = {
  no_report: 'attention',
  submitted: 'waiting',
  returned: 'attention',
  nobody_booked: 'neutral',
  no_guide: 'attention',
  next_month: 'waiting',
};
/** Reasons for which the report can be opened. */
const TO_SEE: ReadonlySet<UnpaidReason> = new Set(['no_report', 'submitted', 'returned']);

export function StatementTotals({ sums, formatters }: { sums: StatementSums; formatters: StatementFormatters }) {
  const intl = useIntl();
  return (
    <Stats
      label={intl.formatMessage({ id: 'pay.sum' })}
      figures={[
        ...(sums.paid.length > 0
          ? [{ label: <FormattedMessage id="pay.amount" />, value: formatters.money(sums.paid) }]
          : []),
        { label: <FormattedMessage id="pay.tours" />, value: intl.formatNumber(sums.tours) },
        { label: <FormattedMessage id="pay.hours" />, value: formatters.hours(sums.minutes) },
        { label: <FormattedMessage id="pay.guests" />, value: intl.formatNumber(sums.guests) },
      ]}
    />
  );
}

/**
 * Joins the facts of a line: date, duration, guests and remarks. A correction has the differences, which may be zero or
 * negative.
 */
const factsOf = (line: StatementLine, { intl, formatters }: { intl: IntlShape; formatters: StatementFormatters }) =>
  joinWithDots(
    formatters.formats.day(line.localDate),
    formatters.formats.time(line.startsAt),
    line.minutes !== 0 && formatters.hours(line.minutes),
    line.guests !== 0 && intl.formatMessage({ id: 'pay.guestsCount' }, { count: line.guests }),
    line.minutesLate > 0 && intl.formatMessage({ id: 'pay.late' }, { minutes: line.minutesLate }),
    !line.isReported && intl.formatMessage({ id: 'pay.byCheckIns' }),
  );

export interface GuideStatementViewProps {
  statement: GuideStatement;
  formatters: StatementFormatters;
  /** Null if the user may not see reports. */
  onDeparture: ((departure: Uuid, day: LocalDate) => void) | null;
}

export function GuideStatementView({ statement: { lines, open }, formatters, onDeparture }: GuideStatementViewProps) {
  const styles = useStyles();
  return (
    <>
      <StatementTotals sums={sumsOf(lines)} formatters={formatters} />
      {lines.length > 0 && (
        <ul className={styles.list}>
          {lines.map((line) => (
            <Line key={line.departureId} line={line} formatters={formatters} />
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <section>
          <h3 className={styles.heading}>
            <FormattedMessage id="pay.open" />
          </h3>
          <ul className={styles.list}>
            {open.map((tour) => (
              <Open key={tour.departureId} tour={tour} formatters={formatters} onDeparture={onDeparture} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Line({ line, formatters }: { line: StatementLine; formatters: StatementFormatters }) {
  const styles = useStyles();
  const intl = useIntl();
  const { formats } = formatters;
  return (
    <li className={styles.row}>
      <span className={styles.title}>{formats.text(line.title)}</span>
      <span className={styles.amount}>{formatters.amountOf(line)}</span>
      <span className={styles.facts}>{factsOf(line, { intl, formatters })}</span>
      {(line.pay.length > 0 || line.isCorrection) && (
        <span className={styles.parts}>
          {joinWithDots(
            line.isCorrection &&
              intl.formatMessage({ id: 'pay.correction.of' }, { month: formatters.month(monthOf(line.localDate)) }),
            ...line.pay.map(({ kind, amount, currency }) =>
              intl.formatMessage(
                { id: 'pay.part' },
                { kind: intl.formatMessage({ id: `pay.kind.${kind}` }), amount: formats.money(amount, currency) },
              ),
            ),
          )}
        </span>
      )}
    </li>
  );
}

function Open({
  tour,
  formatters,
  onDeparture,
}: { tour: UnpaidTour } & Pick<GuideStatementViewProps, 'formatters' | 'onDeparture'>) {
  const styles = useStyles();
  const intl = useIntl();
  const { formats } = formatters;
  const title = formats.text(tour.title);
  const when = joinWithDots(formats.day(tour.localDate), formats.time(tour.startsAt));
  return (
    <li className={styles.row}>
      <span className={styles.title}>{title}</span>
      <span className={styles.side}>
        <StateBadge state={OPEN_STATES[tour.reason]}>
          <FormattedMessage id={`pay.open.${tour.reason}`} />
        </StateBadge>
        {onDeparture && TO_SEE.has(tour.reason) && (
          <Button
            size="small"
            appearance="subtle"
            aria-label={joinWithDots(intl.formatMessage({ id: 'pay.open.look' }), title, when)}
            onClick={() => onDeparture(tour.departureId, tour.localDate)}
          >
            <FormattedMessage id="pay.open.look" />
          </Button>
        )}
      </span>
      <span className={styles.facts}>{joinWithDots(when, formatters.hours(tour.minutes))}</span>
    </li>
  );
}

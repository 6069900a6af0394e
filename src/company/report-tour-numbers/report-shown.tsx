/** A report that was handed in, line by line beside what the check-ins say. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { countedLines } from '../../domain/tour-report.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { joinFacts } from '../../lib/join-facts.ts';
import { CATEGORY_TEXTS } from '../../ui/category-texts.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { tabular, type, weight } from '../../ui/theme/sizes.ts';
import type { Formats } from '../../ui/use-formats.ts';
import { useDifference } from './counter.tsx';
import type { TourReport, TourReports } from './reports.ts';

const NO_DIFFERENCE = '–';

const useStyles = makeStyles({
  table: { ...type.body, ...tabular, width: '100%', borderCollapse: 'collapse' },
  cell: { padding: '8px 4px', textAlign: 'end', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  name: { textAlign: 'start', fontWeight: weight.bold, overflowWrap: 'anywhere' },
  head: { fontWeight: weight.regular, color: tokens.colorNeutralForeground3, verticalAlign: 'bottom' },
  off: {
    color: stateColours.attention.foreground,
    backgroundColor: stateColours.attention.background,
    fontWeight: weight.bold,
  },
  words: { whiteSpace: 'pre-wrap' },
});

export interface ReportShownProps {
  report: TourReport & { report: NonNullable<TourReport['report']> };
  joined: TourReports;
  formats: Formats;
}

export function ReportShown({ report: { known, report }, joined, formats }: ReportShownProps) {
  const styles = useStyles();
  const intl = useIntl();
  const differs = useDifference();
  const { payload } = report;
  const { currency, people, timeZone } = joined;
  const day = localDateIn(timeZone, Date.parse(report.occurredAt));
  const nameOf = (id: string | null) => (id && people.get(id)) || intl.formatMessage({ id: 'numbers.guide.nobody' });
  const rows = [
    ...countedLines(known, payload).map(({ type: category, booked, came, reported }) => ({
      name: intl.formatMessage({ id: CATEGORY_TEXTS[category] }),
      cells: [String(booked), String(came), String(reported)],
      off: differs(reported - came),
    })),
    {
      name: intl.formatMessage({ id: 'numbers.walkIns' }),
      cells: ['', String(known.walkIns), String(payload.walkIns)],
      off: differs(payload.walkIns - known.walkIns),
    },
    {
      name: intl.formatMessage({ id: 'numbers.cash' }),
      cells: ['', formats.amount(known.cash, currency), formats.amount(payload.handedOver, currency)],
      off: payload.handedOver === known.cash ? null : formats.amount(payload.handedOver - known.cash, currency),
    },
  ];
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th className={mergeClasses(styles.cell, styles.head, styles.name)} scope="col">
              <FormattedMessage id="numbers.column.line" />
            </th>
            {(
              [
                'numbers.column.booked',
                'numbers.column.checkIns',
                'numbers.column.reported',
                'numbers.column.off',
              ] as const
            ).map((id) => (
              <th key={id} className={mergeClasses(styles.cell, styles.head)} scope="col">
                <FormattedMessage id={id} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, off }) => (
            <tr key={name}>
              <th className={mergeClasses(styles.cell, styles.name)} scope="row">
                {name}
              </th>
              <td className={styles.cell}>{cells[0]}</td>
              <td className={styles.cell}>{cells[1]}</td>
              <td className={styles.cell}>{cells[2]}</td>
              <td className={mergeClasses(styles.cell, off !== null && styles.off)}>{off ?? NO_DIFFERENCE}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Facts>
        <Fact term="numbers.guide">{nameOf(payload.guideId)}</Fact>
        <Fact term="numbers.handedOver">{formats.money(payload.handedOver, currency)}</Fact>
        {payload.minutesLate > 0 && (
          <Fact term="numbers.minutesLate">{formats.duration(payload.minutesLate * 60_000)}</Fact>
        )}
        {payload.incidents && (
          <Fact term="numbers.incidents">
            <span className={styles.words}>{payload.incidents}</span>
          </Fact>
        )}
        {payload.note && (
          <Fact term="numbers.note">
            <span className={styles.words}>{payload.note}</span>
          </Fact>
        )}
        <Fact term="numbers.reportedBy">
          {joinFacts(nameOf(report.userId), formats.day(day), formats.time(report.occurredAt))}
        </Fact>
      </Facts>
    </>
  );
}

/** Print version of the statements, one page per guide. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MonthStatement } from '../../../data/guide-pay.ts';
import {
  payKindsOf,
  sumByCurrency,
  sumsOf,
  type GuideStatement,
  type PayKind,
  type StatementLine,
  type UnpaidTour,
} from '../../../domain/guide-pay.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { monthOf } from '../../../lib/month-grid.ts';
import { tabular, type, weight } from '../../../ui/theme/sizes.ts';
import type { StatementFormatters } from './use-statement.ts';
import { PrintOnly } from '../../../ui/output/print-only.tsx';

const useStyles = makeStyles({
  // Always white, also in dark mode.
  sheets: { ...type.note, color: '#000000', backgroundColor: '#ffffff' },
  sheet: { ':not(:last-child)': { breakAfter: 'page' } },
  company: { margin: 0 },
  title: { ...type.title, margin: '0 0 12px', fontWeight: weight.bold },
  heading: { ...type.body, margin: '16px 0 4px', fontWeight: weight.bold, breakAfter: 'avoid' },
  table: { ...tabular, width: '100%', borderCollapse: 'collapse', '& thead': { display: 'table-header-group' } },
  head: { padding: '4px 8px 4px 0', textAlign: 'start', verticalAlign: 'bottom', borderBottom: '1px solid #000000' },
  row: { breakInside: 'avoid' },
  cell: { padding: '3px 8px 3px 0', verticalAlign: 'top', textAlign: 'start', borderBottom: '1px solid #cccccc' },
  number: { textAlign: 'end', whiteSpace: 'nowrap', '&:last-child': { paddingRight: 0 } },
  sum: { fontWeight: weight.bold, borderTop: '1px solid #000000', borderBottom: 'none' },
});

export interface StatementSheetsProps {
  statements: readonly GuideStatement[];
  monthStatement: MonthStatement;
  month: string;
  formatters: StatementFormatters;
  onPrinted(): void;
}

export function StatementSheets({ statements, onPrinted, ...of }: StatementSheetsProps) {
  const styles = useStyles();
  return (
    <PrintOnly onDone={onPrinted}>
      <div className={styles.sheets}>
        {statements.map((statement) => (
          <Sheet key={statement.userId} statement={statement} {...of} />
        ))}
      </div>
    </PrintOnly>
  );
}

type SheetProps = Omit<StatementSheetsProps, 'statements' | 'onPrinted'> & { statement: GuideStatement };

function Sheet({ statement: { userId, lines, open }, monthStatement, month, formatters }: SheetProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { companyName, settled, timeZone } = monthStatement;
  return (
    <section className={styles.sheet}>
      <p className={styles.company}>{companyName}</p>
      <h1 className={styles.title}>
        {joinWithDots(intl.formatMessage({ id: 'pay.statement' }), formatters.nameOf(userId), formatters.month(month))}
      </h1>
      {settled && (
        <p>
          <FormattedMessage
            id="pay.settled"
            values={{
              day: formatters.formats.date(localDateIn(timeZone, Date.parse(settled.at))),
              name: settled.by ?? intl.formatMessage({ id: 'pay.settled.formerColleague' }),
            }}
          />
        </p>
      )}
      {lines.length > 0 && <PaidTours lines={lines} formatters={formatters} />}
      {open.length > 0 && <UnpaidTours tours={open} formatters={formatters} />}
    </section>
  );
}

interface PaidToursProps {
  lines: readonly StatementLine[];
  formatters: StatementFormatters;
}

function PaidTours({ lines, formatters }: PaidToursProps) {
  const styles = useStyles();
  const kinds = payKindsOf(lines);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {(['date', 'tour'] as const).map((column) => (
            <th key={column} scope="col" className={styles.head}>
              <FormattedMessage id={`pay.column.${column}`} />
            </th>
          ))}
          {[
            ...(['pay.hours', 'pay.guests'] as const),
            ...kinds.map((kind) => `pay.kind.${kind}` as const),
            ...(kinds.length > 0 ? (['pay.amount'] as const) : []),
          ].map((id) => (
            <th key={id} scope="col" className={mergeClasses(styles.head, styles.number)}>
              <FormattedMessage id={id} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <PaidTour key={line.departureId} line={line} kinds={kinds} formatters={formatters} />
        ))}
      </tbody>
      <tfoot>
        <SumRow lines={lines} kinds={kinds} formatters={formatters} />
      </tfoot>
    </table>
  );
}

interface PaidTourProps {
  line: StatementLine;
  kinds: readonly PayKind[];
  formatters: StatementFormatters;
}

function PaidTour({ line, kinds, formatters }: PaidTourProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { formats } = formatters;
  const number = mergeClasses(styles.cell, styles.number);
  return (
    <tr className={styles.row}>
      <td className={styles.cell}>{joinWithDots(formats.day(line.localDate), formats.time(line.startsAt))}</td>
      <td className={styles.cell}>
        {joinWithDots(
          formats.text(line.title),
          line.isCorrection &&
            intl.formatMessage({ id: 'pay.correction.of' }, { month: formatters.month(monthOf(line.localDate)) }),
          !line.isReported && intl.formatMessage({ id: 'pay.byCheckIns' }),
        )}
      </td>
      <td className={number}>{formatters.hours(line.minutes)}</td>
      <td className={number}>{line.guests}</td>
      {kinds.map((kind) => (
        <td key={kind} className={number}>
          {formatters.money(kindTotal([line], kind))}
        </td>
      ))}
      {kinds.length > 0 && <td className={number}>{formatters.amountOf(line)}</td>}
    </tr>
  );
}

function SumRow({ lines, kinds, formatters }: PaidToursProps & Pick<PaidTourProps, 'kinds'>) {
  const styles = useStyles();
  const intl = useIntl();
  const sums = sumsOf(lines);
  const sum = mergeClasses(styles.cell, styles.number, styles.sum);
  return (
    <tr>
      <th scope="row" colSpan={2} className={mergeClasses(styles.cell, styles.sum)}>
        {joinWithDots(
          intl.formatMessage({ id: 'pay.sum' }),
          intl.formatMessage({ id: 'pay.toursCount' }, { count: sums.tours }),
        )}
      </th>
      <td className={sum}>{formatters.hours(sums.minutes)}</td>
      <td className={sum}>{sums.guests}</td>
      {kinds.map((kind) => (
        <td key={kind} className={sum}>
          {formatters.money(kindTotal(lines, kind))}
        </td>
      ))}
      {kinds.length > 0 && <td className={sum}>{formatters.money(sums.paid)}</td>}
    </tr>
  );
}

const kindTotal = (lines: readonly StatementLine[], kind: PayKind) =>
  sumByCurrency(lines.flatMap(({ pay }) => pay).filter((item) => item.kind === kind));

function UnpaidTours({
  tours,
  formatters: { formats },
}: {
  tours: readonly UnpaidTour[];
  formatters: StatementFormatters;
}) {
  const styles = useStyles();
  return (
    <>
      <h2 className={styles.heading}>
        <FormattedMessage id="pay.open" />
      </h2>
      <table className={styles.table}>
        <tbody>
          {tours.map((tour) => (
            <tr key={tour.departureId} className={styles.row}>
              <td className={styles.cell}>{joinWithDots(formats.day(tour.localDate), formats.time(tour.startsAt))}</td>
              <td className={styles.cell}>{formats.text(tour.title)}</td>
              <td className={mergeClasses(styles.cell, styles.number)}>
                <FormattedMessage id={`pay.open.${tour.reason}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

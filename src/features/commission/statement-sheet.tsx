/** Printable statement of a month's commission between a partner and a company. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { StatementDetail } from '../../data/referrals.ts';
import type { MinorUnits } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { tabular, type, noWrap, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { formatMonth } from '../../ui/dates/format-month.ts';

const useStyles = makeStyles({
  // Paper is white in either colour mode.
  sheet: { ...type.body, display: 'grid', gap: '12px', color: '#000000', backgroundColor: '#ffffff' },
  title: { ...type.title, margin: 0, fontWeight: weight.bold },
  about: { margin: 0 },
  table: { ...tabular, ...type.note, width: '100%', borderCollapse: 'collapse', overflowWrap: 'anywhere' },
  head: { padding: '4px 8px 4px 0', textAlign: 'start', borderBottom: '1px solid #000000', overflowWrap: 'normal' },
  row: { breakInside: 'avoid' },
  cell: { padding: '4px 8px 4px 0', verticalAlign: 'top', borderBottom: '1px solid #cccccc' },
  reference: noWrap,
  number: { ...noWrap, textAlign: 'end', '&:last-child': { paddingRight: 0 } },
  total: { padding: '4px 8px 4px 0', textAlign: 'start', fontWeight: weight.bold },
});

export function StatementSheet({ statement }: { statement: StatementDetail }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const money = (minor: number) => formats.money(minor as MinorUnits, statement.currency);
  const number = mergeClasses(styles.cell, styles.number);
  return (
    <article className={styles.sheet}>
      <h3 className={styles.title}>
        <FormattedMessage id="commission.sheet.title" values={{ month: formatMonth(intl, statement.month) }} />
      </h3>
      <p className={styles.about}>
        <FormattedMessage
          id="commission.sheet.between"
          values={{ organisation: statement.organisation, company: statement.company }}
        />
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            {(['day', 'reference', 'tour'] as const).map((column) => (
              <th key={column} className={styles.head} scope="col">
                <FormattedMessage id={`commission.column.${column}`} />
              </th>
            ))}
            {(['guests', 'price', 'amount'] as const).map((column) => (
              <th key={column} className={mergeClasses(styles.head, styles.number)} scope="col">
                <FormattedMessage id={`commission.column.${column}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statement.lines.map((line) => (
            <tr key={line.id} className={styles.row}>
              <td className={styles.cell}>{formats.day(line.localDate)}</td>
              <td className={mergeClasses(styles.cell, styles.reference)}>{line.reference}</td>
              <td className={styles.cell}>{joinWithDots(formats.text(line.titles), line.link)}</td>
              <td className={number}>{intl.formatNumber(line.guests)}</td>
              <td className={number}>{money(line.price)}</td>
              <td className={number}>{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th className={styles.total} scope="row" colSpan={5}>
              <FormattedMessage id="commission.sheet.total" />
            </th>
            <td className={mergeClasses(styles.total, styles.number)}>{money(statement.amount)}</td>
          </tr>
        </tfoot>
      </table>
    </article>
  );
}

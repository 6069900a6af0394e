/** Printable month of a partner's account: opening balance, bookings, payments, closing balance. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PartnerAccount, AccountStatement } from '../../data/accounts.ts';
import { formatCode } from '../../domain/codes.ts';
import { formatMonth } from '../../ui/dates/format-month.ts';
import { tabular, type, noWrap, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { formatAccountLine } from './format-account-line.ts';

const useStyles = makeStyles({
  // Paper is white in either colour mode.
  sheet: { ...type.body, display: 'grid', gap: '12px', color: '#000000', backgroundColor: '#ffffff' },
  title: { ...type.title, margin: 0, fontWeight: weight.bold },
  about: { margin: 0 },
  table: { ...tabular, ...type.note, width: '100%', borderCollapse: 'collapse', overflowWrap: 'break-word' },
  head: { padding: '4px 8px 4px 0', textAlign: 'start', borderBottom: '1px solid #000000' },
  row: { breakInside: 'avoid' },
  cell: { padding: '4px 8px 4px 0', verticalAlign: 'top', borderBottom: '1px solid #cccccc' },
  whole: noWrap,
  number: { ...noWrap, width: '1%', textAlign: 'end', '&:last-child': { paddingRight: 0 } },
  total: { padding: '4px 8px 4px 0', textAlign: 'start', fontWeight: weight.bold },
});

export function AccountSheet({ account }: { account: PartnerAccount }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <article className={styles.sheet}>
      <h3 className={styles.title}>
        <FormattedMessage id="accounts.sheet.title" values={{ month: formatMonth(intl, account.month) }} />
      </h3>
      <p className={styles.about}>
        <FormattedMessage
          id="accounts.sheet.between"
          values={{ organisation: account.organisation, company: account.company }}
        />
      </p>
      {account.statements.length === 0 && (
        <p className={styles.about}>
          <FormattedMessage id="accounts.nothing" />
        </p>
      )}
      {account.statements.map((statement) => (
        <StatementTable key={statement.currency} {...{ account, statement }} />
      ))}
    </article>
  );
}

function StatementTable({ account, statement }: { account: PartnerAccount; statement: AccountStatement }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(account.timeZone);
  const money = (minor: number) => formats.money(minor, statement.currency);
  const number = mergeClasses(styles.cell, styles.number);
  const sum = (id: 'opening' | 'closing') => (
    <tr>
      <th className={styles.total} scope="row" colSpan={2}>
        <FormattedMessage id={`accounts.${id}`} />
      </th>
      <td className={mergeClasses(styles.total, styles.number)}>{money(statement[id])}</td>
    </tr>
  );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {(['day', 'what'] as const).map((column) => (
            <th key={column} className={styles.head} scope="col">
              <FormattedMessage id={`accounts.column.${column}`} />
            </th>
          ))}
          <th className={mergeClasses(styles.head, styles.number)} scope="col">
            <FormattedMessage id="accounts.amount" />
          </th>
        </tr>
      </thead>
      <tbody>
        {sum('opening')}
        {statement.lines.map((line) => (
          <tr key={line.id} className={styles.row}>
            <td className={mergeClasses(styles.cell, styles.whole)}>
              {intl.formatDate(line.at, { timeZone: account.timeZone, day: 'numeric', month: 'short' })}
            </td>
            <td className={styles.cell}>
              {formatAccountLine(line, { intl, formats })}
              {line.booking && <div className={styles.whole}>{formatCode(line.booking)}</div>}
              {line.voucherNumber && <div className={styles.whole}>{line.voucherNumber}</div>}
            </td>
            <td className={number}>{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>{sum('closing')}</tfoot>
    </table>
  );
}

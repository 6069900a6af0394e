/** A receipt, invoice or credit note as it is printed and previewed. */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { DocumentSheet } from '../../../domain/document-sheet.ts';
import { tabular, type, noWrap, weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  // Always white, also in dark mode.
  sheet: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '20px',
    color: '#000000',
    backgroundColor: '#ffffff',
    overflowWrap: 'anywhere',
  },
  title: { ...type.title, margin: 0, fontWeight: weight.bold },
  parties: { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(180px, 100%), 1fr))', gap: '16px' },
  lines: { margin: 0, fontStyle: 'normal', whiteSpace: 'pre-line' },
  heading: { display: 'block', fontWeight: weight.bold },
  facts: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '2px 16px', margin: 0 },
  value: { margin: 0 },
  table: { ...tabular, width: '100%', borderCollapse: 'collapse' },
  head: {
    overflowWrap: 'break-word',
    padding: '4px 8px 4px 0',
    textAlign: 'start',
    verticalAlign: 'bottom',
    borderBottom: '1px solid #000000',
  },
  cell: {
    overflowWrap: 'break-word',
    padding: '4px 8px 4px 0',
    textAlign: 'start',
    verticalAlign: 'top',
    borderBottom: '1px solid #cccccc',
  },
  sum: { padding: '4px 8px 4px 0', textAlign: 'start', fontWeight: weight.regular },
  figure: { ...noWrap, textAlign: 'end', '&:last-child': { paddingRight: 0 } },
  total: { fontWeight: weight.bold, borderTop: '1px solid #000000' },
  note: { margin: 0 },
});

export function DocumentSheet({ sheet, lang }: { sheet: DocumentSheet; lang: string }) {
  const styles = useStyles();
  return (
    <article className={styles.sheet} lang={lang}>
      <h3 className={styles.title}>{sheet.title}</h3>
      <div className={styles.parties}>
        <address className={styles.lines}>{sheet.seller.join('\n')}</address>
        {sheet.buyer && (
          <address className={styles.lines}>
            <span className={styles.heading}>{sheet.buyer.title}</span>
            {sheet.buyer.lines.join('\n')}
          </address>
        )}
      </div>
      <dl className={styles.facts}>
        {sheet.facts.map(({ name, value }) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} is`} className={styles.value}>
            {value}
          </dd>,
        ])}
      </dl>
      <LineTable sheet={sheet} />
      {sheet.notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </article>
  );
}

/** Lines of the document and their sums. */
function LineTable({ sheet }: { sheet: DocumentSheet }) {
  const styles = useStyles();
  const figure = (column: number) => column > 0 && styles.figure;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {sheet.head.map((name, column) => (
            <th key={name} scope="col" className={mergeClasses(styles.head, figure(column))}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.rows.map((row, line) => (
          // The index is the only thing that tells equal lines apart.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={line}>
            {row.map((value, column) => (
              <td key={sheet.head[column]} className={mergeClasses(styles.cell, figure(column))}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sheet.sums.map(({ name, value, isTotal }) => (
          <tr key={name}>
            <th
              scope="row"
              colSpan={sheet.head.length - 1}
              className={mergeClasses(styles.sum, isTotal && styles.total)}
            >
              {name}
            </th>
            <td className={mergeClasses(styles.sum, styles.figure, isTotal && styles.total)}>{value}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

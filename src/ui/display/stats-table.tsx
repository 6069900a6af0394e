/** A small static table of figures. Use `DataTable` for long or sortable ones. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { PHONE } from '../theme/breakpoints.ts';
import { stateColours } from '../theme/state-colours.ts';
import { tabular, type, noWrap, weight } from '../theme/sizes.ts';

const useStyles = makeStyles({
  scroller: { overflowX: 'auto' },
  table: { ...type.body, ...tabular, width: '100%', borderCollapse: 'collapse' },
  cell: {
    padding: '6px 12px 6px 0',
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: weight.regular,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [`@media ${PHONE}`]: { paddingBlock: '8px' },
  },
  head: { ...type.note, verticalAlign: 'bottom', color: tokens.colorNeutralForeground3 },
  number: { ...noWrap, textAlign: 'end', '&:last-child': { paddingRight: 0 } },
  // Where the table doesn't scroll, long names wrap in favour of the numbers.
  name: { overflowWrap: 'anywhere' },
  bold: { fontWeight: weight.bold },
  inside: { paddingInlineStart: '12px' },
  attention: {
    color: stateColours.attention.foreground,
    backgroundColor: stateColours.attention.background,
    fontWeight: weight.bold,
  },
});

export interface StatsRow {
  key: string;
  name: ReactNode;
  numbers: readonly ReactNode[];
  /** `group` heads the rows that follow it; `sum` is the total at the end. */
  kind?: 'group' | 'sum';
  /** Index of the number that needs attention. */
  attention?: number;
}

export interface StatsTableProps {
  label: string;
  /** Scrolls horizontally, also by keyboard, where it is wider than its container. */
  scrolls?: boolean;
  /** Headings of the name column and of each number column; they must differ. */
  head: readonly string[];
  rows: readonly StatsRow[];
}

/** Splits rows into groups, each with its heading; rows without a group come first. */
function groupsOf(rows: readonly StatsRow[]): StatsRow[][] {
  const groups: StatsRow[][] = [];
  for (const row of rows)
    if (row.kind === 'group' || groups.length === 0) groups.push([row]);
    else groups.at(-1)!.push(row);
  return groups;
}

export function StatsTable({ label, scrolls = false, head, rows }: StatsTableProps) {
  const styles = useStyles();
  const row = ({ key, name, numbers, kind, attention }: StatsRow, isInside = false) => (
    <tr key={key}>
      <th
        scope={kind === 'group' ? 'rowgroup' : 'row'}
        className={mergeClasses(styles.cell, !scrolls && styles.name, kind && styles.bold, isInside && styles.inside)}
      >
        {name}
      </th>
      {numbers.map((number, at) => (
        <td
          key={head[at + 1]}
          className={mergeClasses(
            styles.cell,
            styles.number,
            kind && styles.bold,
            attention === at && styles.attention,
          )}
        >
          {number}
        </td>
      ))}
    </tr>
  );
  const sums = rows.filter(({ kind }) => kind === 'sum');
  const table = (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {head.map((name, at) => (
            <th key={name} scope="col" className={mergeClasses(styles.cell, styles.head, at > 0 && styles.number)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {groupsOf(rows.filter(({ kind }) => kind !== 'sum')).map((group) => (
        <tbody key={group[0]!.key}>{group.map((entry, at) => row(entry, group[0]!.kind === 'group' && at > 0))}</tbody>
      ))}
      {sums.length > 0 && <tfoot>{sums.map((sum) => row(sum))}</tfoot>}
    </table>
  );
  if (!scrolls) return table;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroller} role="region" tabIndex={0} aria-label={label}>
      {table}
    </div>
  );
}

/**
 * Card with a chart, a summary sentence, a legend, and the data as a table: always there for screen readers, visible on
 * request and in print.
 */
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DataBarVerticalRegular, DocumentTableRegular } from '@fluentui/react-icons';
import { useId, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { StatsTable } from '../../../ui/display/stats-table.tsx';
import { useLocalPath } from '../../../ui/address/local-link.tsx';
import { tabular, type, visuallyHidden, weight } from '../../../ui/theme/sizes.ts';
import { useWidth } from './use-width.ts';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    minWidth: 0,
    boxSizing: 'border-box',
    padding: '16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    breakInside: 'avoid',
  },
  wide: { gridColumn: '1 / -1' },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '8px 12px' },
  text: { flex: '1 1 200px', minWidth: 0 },
  title: { ...type.lead, margin: 0, fontWeight: weight.bold },
  note: { ...type.body, ...tabular, margin: 0, color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', maxWidth: '100%' },
  legend: {
    ...type.note,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    color: tokens.colorNeutralForeground2,
    '& li': { display: 'inline-flex', alignItems: 'center', gap: '6px' },
    '& svg': { flexShrink: 0 },
  },
  drawing: { minWidth: 0, '& svg': { display: 'block', maxWidth: '100%' } },
  empty: { ...type.body, margin: 0, padding: '32px 0', textAlign: 'center', color: tokens.colorNeutralForeground3 },
  scrolls: { overflowX: 'auto' },
  hidden: visuallyHidden,
  link: { color: tokens.colorBrandForegroundLink, textUnderlineOffset: '3px' },
});

export interface ChartTable {
  /** The first heading is the row's subject, the others are numbers. */
  head: readonly string[];
  rows: readonly {
    key: string;
    cells: readonly ReactNode[];
    to: string | null;
    /** Links of single cells by column index. */
    cellLinks?: Readonly<Record<number, string | null>>;
  }[];
}

export interface ChartCardProps {
  title: string;
  note?: ReactNode;
  tools?: ReactNode;
  legend?: readonly { label: string; symbol: ReactNode }[];
  /** Message instead of the chart when there is no data. */
  empty?: ReactNode;
  table: ChartTable;
  isWide?: boolean;
  isPrint?: boolean;
  children(width: number): ReactNode;
}

export function ChartCard(props: ChartCardProps) {
  const { title, note, tools, legend, empty, table, isWide = false, isPrint = false, children } = props;
  const styles = useStyles();
  const id = useId();
  const [showsTable, setShowsTable] = useState(false);
  const [boxRef, width] = useWidth<HTMLDivElement>();
  return (
    <section className={mergeClasses(styles.card, isWide && styles.wide)} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.text}>
          <h3 id={id} className={styles.title}>
            {title}
          </h3>
          {note && <p className={styles.note}>{note}</p>}
        </div>
        {!isPrint && (
          <div className={styles.tools}>
            {tools}
            {!empty && <TableToggle title={title} pressed={showsTable} onChange={setShowsTable} />}
          </div>
        )}
      </div>
      {empty ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <>
          {!showsTable && (
            <>
              {legend && <Legend legend={legend} />}
              {/* Hidden from screen readers; the table has the same data. */}
              <div ref={boxRef} className={styles.drawing} aria-hidden>
                {isPrint ? children(PRINT_WIDTH_PX) : width > 0 && children(width)}
              </div>
            </>
          )}
          <div className={showsTable || isPrint ? styles.scrolls : styles.hidden}>
            <ChartData title={title} table={table} hasLinks={showsTable} />
          </div>
        </>
      )}
    </section>
  );
}

/** Width of a printed page in pixels. */
const PRINT_WIDTH_PX = 640;

interface TableToggleProps {
  title: string;
  pressed: boolean;
  onChange(showsTable: boolean): void;
}

function TableToggle({ title, pressed, onChange }: TableToggleProps) {
  const intl = useIntl();
  return (
    <Button
      appearance="subtle"
      icon={pressed ? <DataBarVerticalRegular /> : <DocumentTableRegular />}
      aria-pressed={pressed}
      aria-label={intl.formatMessage({ id: 'dashboard.asTable' }, { title })}
      title={intl.formatMessage({ id: pressed ? 'dashboard.seeChart' : 'dashboard.seeTable' })}
      onClick={() => onChange(!pressed)}
    />
  );
}

function Legend({ legend }: { legend: NonNullable<ChartCardProps['legend']> }) {
  const styles = useStyles();
  return (
    <ul className={styles.legend} aria-hidden>
      {legend.map(({ label, symbol }) => (
        <li key={label}>
          {symbol}
          {label}
        </li>
      ))}
    </ul>
  );
}

interface ChartDataProps {
  title: string;
  table: ChartTable;
  /** False while the table is visually hidden. */
  hasLinks: boolean;
}

function ChartData({ title, table, hasLinks }: ChartDataProps) {
  const styles = useStyles();
  const localPath = useLocalPath();
  const withLink = (text: ReactNode, to: string | null) =>
    hasLinks && to !== null ? (
      <Link className={styles.link} to={localPath(to)}>
        {text}
      </Link>
    ) : (
      text
    );
  return (
    <StatsTable
      label={title}
      head={table.head}
      rows={table.rows.map(({ key, cells: [name, ...numbers], to, cellLinks }) => ({
        key,
        name: withLink(name, to),
        numbers: numbers.map((number, index) => withLink(number, cellLinks?.[index + 1] ?? null)),
      }))}
    />
  );
}

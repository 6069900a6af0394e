/**
 * The table of all screens: sticky headings, aligned numbers, columns that each person can arrange, pointer and
 * keyboard selection, and virtualized rows. On a phone the same columns render as cards.
 */
import { mergeClasses } from '@fluentui/react-components';
import { useCallback, useMemo, useRef, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { VirtualizerHandle } from 'virtua';
import { PHONE, TOUCH } from '../theme/breakpoints.ts';
import { DENSITY } from '../theme/sizes.ts';
import { useScrollRestoration } from '../layout/use-scroll-restoration.ts';
import { useMediaQuery } from '../layout/use-media-query.ts';
import { columnWidths } from './column-widths.ts';
import { SelectionBar, type SelectionAction } from './selection-bar.tsx';
import { TableBody, type RowsOptions } from './table-body.tsx';
import type { TableSort } from './table-column.ts';
import { TableHead } from './table-head.tsx';
import type { EntryActs } from './table-row.tsx';
import { useTableStyles } from './table-styles.ts';
import { useRowKeys, type RowKeys } from './use-row-keys.ts';
import { useFocusOnActiveRow, useScrollReports, useScrollToTop } from './use-table-scroll.ts';

export interface DataTableProps<Row> extends RowsOptions<Row> {
  /** Accessible name of the list. */
  label: string;
  idOf(row: Row): string;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** Identifies the list (filter, order and search). A change scrolls back to the top. */
  of?: string;
  sort?: TableSort | null;
  /** Called with null on the third press of a heading, which restores the list's own order. */
  onSort?(sort: TableSort | null): void;
  onSelection?(selection: ReadonlySet<string>): void;
  /** Actions on the selected rows. */
  actions?: readonly SelectionAction[];
  /** Called before the end is in sight; undefined when there are no more rows. */
  onEndReached?: (() => void) | undefined;
  /** Called when the range of visible rows changes. */
  onView?: ((first: number, last: number) => void) | undefined;
  /** Shown below the last row: the number of rows, or that more are loading. */
  footer?: ReactNode;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, empty, of = '', onOpen, menuOf, selection, onSelection } = props;
  const { actions = [], onEndReached, onView, footer } = props;
  const styles = useTableStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const cards = useMediaQuery(PHONE);
  const rowHeight = useMediaQuery(TOUCH) ? DENSITY.touch.row : DENSITY.desktop.row;
  useScrollRestoration(scroller, label);

  // There may be thousands of rows, so ids are computed only when the rows change.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const ids = useMemo(() => rows?.map(idOf) ?? [], [rows]);
  const keys = useRowKeys({
    ids,
    selection: selection ?? null,
    page: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - rowHeight) / rowHeight) - 1),
    reveal: (index) => list.current?.scrollToIndex(index, { align: 'nearest' }),
    onOpen: onOpen && ((index) => rows?.[index] && onOpen(rows[index])),
    onSelection,
  });
  const { active } = keys;
  useFocusOnActiveRow(scroller, cards ? undefined : ids[active]);
  useScrollToTop(scroller, of);
  const scrolls = {
    ref: scroller,
    className: mergeClasses(styles.scroller, rows === undefined && styles.still),
    ...useScrollReports(scroller, list, { count: rows?.length, onEndReached, onView }),
  };
  const acts = useEntryActs(props, keys);
  const body = <TableBody options={props} {...{ ids, acts, active }} view={{ cards, rowHeight, scroller, list }} />;
  const selectedCount = selection?.size ?? 0;
  return (
    <div
      className={styles.box}
      style={columnWidths(columns, { ticks: selection !== undefined, menus: menuOf !== undefined })}
    >
      {rows?.length === 0 ? (
        <div {...scrolls}>{empty}</div>
      ) : (
        // Cards without controls still have to be scrollable by keyboard.
        <div {...scrolls} tabIndex={!cards || onOpen || menuOf || selection ? undefined : 0}>
          {cards ? (
            <div role="list" aria-label={label} aria-busy={rows === undefined}>
              {body}
            </div>
          ) : (
            <Grid table={props} ids={ids} onKeyDown={keys.onKeyDown}>
              {body}
            </Grid>
          )}
          {footer && <div className={styles.foot}>{footer}</div>}
        </div>
      )}
      {selectedCount > 0 && (
        <SelectionBar count={selectedCount} actions={actions} onClear={() => onSelection?.(new Set())} />
      )}
    </div>
  );
}

interface GridProps<Row> extends Pick<RowKeys, 'onKeyDown'> {
  table: DataTableProps<Row>;
  ids: readonly string[];
  children: ReactNode;
}

function Grid<Row>({ table, ids, onKeyDown, children }: GridProps<Row>) {
  const { label, columns, rows, sort = null, onSort, menuOf, selection, onSelection, onEndReached } = table;
  const styles = useTableStyles();
  const latest = useRef<(all: boolean) => void>(null!);
  latest.current = (all) => onSelection?.(new Set(all ? ids : []));
  const selectAll = useCallback((all: boolean) => latest.current(all), []);
  return (
    <div
      role="grid"
      aria-label={label}
      aria-busy={rows === undefined}
      // -1 means that the total is not known yet (ARIA).
      aria-rowcount={rows === undefined || onEndReached ? -1 : rows.length + 1}
      aria-multiselectable={selection ? true : undefined}
      className={styles.inside}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <TableHead
        columns={columns}
        sort={sort}
        onSort={onSort}
        selected={selection ? (selection.size === 0 ? 'none' : selection.size < ids.length ? 'some' : 'all') : null}
        onSelectAll={selectAll}
        hasMenus={menuOf !== undefined}
      />
      <div role="rowgroup">{children}</div>
    </div>
  );
}

/** Returns the callbacks of rows, which stay the same so that memoized rows don't re-render. */
function useEntryActs<Row>({ rows, onOpen }: DataTableProps<Row>, { select, activate }: RowKeys): EntryActs {
  const latest = useRef<EntryActs>(null!);
  latest.current = {
    open: (index) => {
      if (rows?.[index]) onOpen?.(rows[index]);
    },
    select,
    activate,
  };
  return useMemo<EntryActs>(
    () => ({
      open: (index) => latest.current.open(index),
      select: (index, extend) => latest.current.select(index, extend),
      activate: (index) => latest.current.activate(index),
    }),
    [],
  );
}

/** Text below the last row: the number of rows, or that more are loading. */
export function TableFoot({ loading, count }: { loading: boolean; count: number }) {
  return <FormattedMessage id={loading ? 'table.coming' : 'table.count'} values={{ count }} />;
}

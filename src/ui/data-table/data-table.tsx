/**
 * The table of all screens: sticky headings, aligned numbers, columns that each person can arrange, pointer and
 * keyboard selection, and virtualized rows. On a phone the same columns render as cards.
 */
import { mergeClasses } from '@fluentui/react-components';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode, type UIEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { MenuEntry } from '../commands/menu-entry.ts';
import { useScreenScroll } from '../layout/screen.tsx';
import { PHONE, TOUCH } from '../theme/breakpoints.ts';
import { DENSITY } from '../theme/sizes.ts';
import { useScrollRestoration } from '../layout/use-scroll-restoration.ts';
import { useMediaQuery } from '../layout/use-media-query.ts';
import { columnWidths } from './column-widths.ts';
import { SelectionBar, type SelectionAction } from './selection-bar.tsx';
import type { TableSort } from './table-column.ts';
import { TableHead } from './table-head.tsx';
import { TableCard, TableRow, type EntryActs, type EntryProps } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { useTableStyles } from './table-styles.ts';
import type { Columns } from './use-columns.ts';
import { useRowKeys } from './use-row-keys.ts';

/** Distance from the end, in pixels, at which `onEndReached` is called. */
const NEAR_END_PX = 800;
/** Estimated height of a card, in pixels, until it is measured. */
const CARD_HEIGHT_PX = 88;

export interface DataTableProps<Row> {
  /** Accessible name of the list. */
  label: string;
  /** From `useColumns`, so that the screen can place the "Columns" button itself. */
  columns: Columns<Row>;
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  idOf(row: Row): string;
  /** Accessible name of a row. */
  nameOf(row: Row): string;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** Identifies the list (filter, order and search). A change scrolls back to the top. */
  of?: string;
  sort?: TableSort | null;
  /** Called with null on the third press of a heading, which restores the list's own order. */
  onSort?(sort: TableSort | null): void;
  /** Id of the row whose detail is open. */
  openId?: string | null;
  onOpen?(row: Row): void;
  menuOf?(row: Row): readonly MenuEntry[];
  selection?: ReadonlySet<string>;
  onSelection?(selection: ReadonlySet<string>): void;
  /** Actions on the selected rows. */
  actions?: readonly SelectionAction[];
  /** Called before the end is in sight; undefined when there are no more rows. */
  onEndReached?: (() => void) | undefined;
  /** Called when the range of visible rows changes. */
  onView?: ((first: number, last: number) => void) | undefined;
  /** Heading above a row that begins a new group, such as a day; null if the group continues. */
  headingOf?(row: Row, previous: Row | undefined): ReactNode;
  /** Shown below the last row: the number of rows, or that more are loading. */
  footer?: ReactNode;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, nameOf, empty, of = '', sort = null, onSort, openId = null, onOpen } = props;
  const { menuOf, selection, onSelection, actions = [], onEndReached, onView, headingOf, footer } = props;
  const styles = useTableStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const cards = useMediaQuery(PHONE);
  const height = useMediaQuery(TOUCH) ? DENSITY.touch.row : DENSITY.desktop.row;
  const { onScroll: reportScroll } = useScreenScroll();
  useScrollRestoration(scroller, label);

  // There may be thousands of rows, so ids are computed only when the rows change.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const ids = useMemo(() => rows?.map(idOf) ?? [], [rows]);
  const keys = useRowKeys({
    ids,
    selection: selection ?? null,
    page: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - height) / height) - 1),
    reveal: (index) => list.current?.scrollToIndex(index, { align: 'nearest' }),
    onOpen: onOpen && ((index) => rows?.[index] && onOpen(rows[index])),
    onSelection,
  });
  const { active } = keys;

  // The focus follows the active row once the virtualizer has rendered it.
  useEffect(() => {
    const grid = scroller.current;
    const focused = document.activeElement;
    if (!grid || cards || !focused?.hasAttribute('data-entry') || !grid.contains(focused)) return;
    const id = ids[active];
    if (id === undefined || focused.getAttribute('data-entry') === id) return;
    grid.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  });

  const previousList = useRef(of);
  useLayoutEffect(() => {
    if (previousList.current === of) return;
    previousList.current = of;
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [of]);

  const checkNearEnd = useCallback(() => {
    const outer = scroller.current;
    if (outer && outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR_END_PX) onEndReached?.();
  }, [onEndReached]);
  const reportView = useCallback(() => {
    const virtualizer = list.current;
    if (virtualizer && onView)
      onView(
        virtualizer.findItemIndex(virtualizer.scrollOffset),
        virtualizer.findItemIndex(virtualizer.scrollOffset + virtualizer.viewportSize),
      );
  }, [onView]);
  const count = rows?.length;
  useEffect(() => {
    if (count === undefined) return;
    checkNearEnd();
    reportView();
  }, [count, checkNearEnd, reportView]);

  const open = (index: number) => {
    if (rows?.[index]) onOpen?.(rows[index]);
  };
  const latest = useRef<EntryActs>(null!);
  latest.current = { open, select: keys.select, activate: keys.activate };
  const acts = useMemo<EntryActs>(
    () => ({
      open: (index) => latest.current.open(index),
      select: (index, extend) => latest.current.select(index, extend),
      activate: (index) => latest.current.activate(index),
    }),
    [],
  );
  const latestAll = useRef<(all: boolean) => void>(null!);
  latestAll.current = (all) => onSelection?.(new Set(all ? ids : []));
  const selectAll = useCallback((all: boolean) => latestAll.current(all), []);
  const entry = (row: Row, index: number): EntryProps<Row> => {
    const id = ids[index] as string;
    return {
      id,
      row,
      name: nameOf(row),
      columns: columns.visible,
      menu: menuOf ? menuOf(row) : null,
      selected: selection ? selection.has(id) : null,
      isOpen: id === openId,
      index,
      acts,
      opens: onOpen !== undefined,
    };
  };

  const body =
    rows === undefined ? (
      <TableSkeleton height={cards ? CARD_HEIGHT_PX : height} />
    ) : rows.length === 0 ? null : (
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        data={rows}
        itemSize={cards ? CARD_HEIGHT_PX : height}
        startMargin={cards ? 0 : height}
        keepMounted={[active]}
      >
        {(row, index) => {
          const element = cards ? (
            <TableCard key={ids[index]} {...entry(row, index)} total={rows.length} />
          ) : (
            <TableRow key={ids[index]} {...entry(row, index)} isStop={index === active} />
          );
          const heading = headingOf?.(row, rows[index - 1]) ?? null;
          return heading === null ? (
            element
          ) : (
            <div key={ids[index]}>
              <div className={styles.group}>{heading}</div>
              {element}
            </div>
          );
        }}
      </Virtualizer>
    );

  const isEmpty = rows?.length === 0;
  const selectedCount = selection?.size ?? 0;
  const selected = selection ? (selectedCount === 0 ? 'none' : selectedCount < ids.length ? 'some' : 'all') : null;
  const scrolls = {
    ref: scroller,
    className: mergeClasses(styles.scroller, rows === undefined && styles.still),
    // Layout is read in the capture phase, before the virtualizer renders rows: reading it afterwards would force a
    // synchronous layout of all of them.
    onScrollCapture: ({ target }: UIEvent) => {
      if (!scroller.current || target !== scroller.current) return;
      reportScroll(scroller.current);
      checkNearEnd();
    },
    onScroll: reportView,
  };
  return (
    <div
      className={styles.box}
      style={columnWidths(columns, { ticks: selection !== undefined, menus: menuOf !== undefined })}
    >
      {isEmpty ? (
        <div {...scrolls}>{empty}</div>
      ) : cards ? (
        // Cards without controls still have to be scrollable by keyboard.
        <div {...scrolls} tabIndex={onOpen || menuOf || selection ? undefined : 0}>
          <div role="list" aria-label={label} aria-busy={rows === undefined}>
            {body}
          </div>
          {footer && <div className={styles.foot}>{footer}</div>}
        </div>
      ) : (
        <div {...scrolls}>
          <div
            role="grid"
            aria-label={label}
            aria-busy={rows === undefined}
            // -1 means that the total is not known yet (ARIA).
            aria-rowcount={rows === undefined || onEndReached ? -1 : rows.length + 1}
            aria-multiselectable={selection ? true : undefined}
            className={styles.inside}
            tabIndex={-1}
            onKeyDown={keys.onKeyDown}
          >
            <TableHead
              columns={columns}
              sort={sort}
              onSort={onSort}
              selected={selected}
              onSelectAll={selectAll}
              hasMenus={menuOf !== undefined}
            />
            <div role="rowgroup">{body}</div>
          </div>
          {footer && <div className={styles.foot}>{footer}</div>}
        </div>
      )}
      {selectedCount > 0 && (
        <SelectionBar count={selectedCount} actions={actions} onClear={() => onSelection?.(new Set())} />
      )}
    </div>
  );
}

/** Text below the last row: the number of rows, or that more are loading. */
export function TableFoot({ loading, count }: { loading: boolean; count: number }) {
  return <FormattedMessage id={loading ? 'table.coming' : 'table.count'} values={{ count }} />;
}

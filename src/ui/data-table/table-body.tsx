/** The rows of a table, or the cards with the same columns; only those near the view are rendered. */
import type { ReactNode, RefObject } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { MenuEntry } from '../commands/menu-entry.ts';
import { TableCard, TableRow, type EntryActs } from './table-row.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { useTableStyles } from './table-styles.ts';
import type { Columns } from './use-columns.ts';

/** Estimated height of a card, in pixels, until it is measured. */
const CARD_HEIGHT_PX = 88;

/** What the screen says about rows. */
export interface RowsOptions<Row> {
  /** From `useColumns`, so that the screen can place the "Columns" button itself. */
  columns: Columns<Row>;
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  /** Accessible name of a row. */
  nameOf(row: Row): string;
  /** Id of the row whose detail is open. */
  openId?: string | null;
  onOpen?(row: Row): void;
  menuOf?(row: Row): readonly MenuEntry[];
  selection?: ReadonlySet<string>;
  /** Heading above a row that begins a new group, such as a day; null if the group continues. */
  headingOf?(row: Row, previous: Row | undefined): ReactNode;
}

export interface TableBodyProps<Row> {
  options: RowsOptions<Row>;
  ids: readonly string[];
  acts: EntryActs;
  /** Index of the row that is a tab stop. */
  active: number;
  view: {
    cards: boolean;
    rowHeight: number;
    scroller: RefObject<HTMLDivElement | null>;
    list: RefObject<VirtualizerHandle | null>;
  };
}

export function TableBody<Row>({ options, ids, acts, active, view }: TableBodyProps<Row>) {
  const { columns, rows, nameOf, openId = null, onOpen, menuOf, selection, headingOf } = options;
  const { cards, rowHeight, scroller, list } = view;
  const styles = useTableStyles();
  if (rows === undefined) return <TableSkeleton height={cards ? CARD_HEIGHT_PX : rowHeight} />;
  if (rows.length === 0) return null;
  const entry = (row: Row, index: number) => {
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
  return (
    <Virtualizer
      ref={list}
      scrollRef={scroller}
      data={rows}
      itemSize={cards ? CARD_HEIGHT_PX : rowHeight}
      startMargin={cards ? 0 : rowHeight}
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
}

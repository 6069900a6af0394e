/** One entry of the list, as a table row or as a card with the same columns. */
import { mergeClasses } from '@fluentui/react-components';
import { memo, type MouseEvent } from 'react';
import { useIntl } from 'react-intl';
import type { MenuEntry } from '../commands/menu-entry.ts';
import { MoreMenu } from '../commands/more-menu.tsx';
import type { TableColumn } from './table-column.ts';
import { useTableStyles } from './table-styles.ts';
import { RowCheckbox } from './row-checkbox.tsx';

export interface EntryProps<Row> {
  id: string;
  row: Row;
  /** Accessible name, used for its checkbox and its menu. */
  name: string;
  columns: readonly TableColumn<Row>[];
  menu: readonly MenuEntry[] | null;
  /** Null if rows cannot be selected. */
  selected: boolean | null;
  isOpen: boolean;
  index: number;
  acts: EntryActs;
  opens: boolean;
}

/**
 * Callbacks by row index. The object stays the same for the table's lifetime, so that memoized rows don't re-render.
 */
export interface EntryActs {
  open(index: number): void;
  select(index: number, extend: boolean): void;
  /** Called when a row is pressed with the pointer. */
  activate(index: number): void;
}

function EntryTick({
  name,
  selected,
  index,
  acts,
  isStop,
}: Pick<EntryProps<unknown>, 'name' | 'selected' | 'index' | 'acts'> & { isStop: boolean }) {
  const intl = useIntl();
  return (
    <RowCheckbox
      label={intl.formatMessage({ id: 'table.select' }, { name })}
      checked={selected === true}
      isStop={isStop}
      onTick={(_, extend) => acts.select(index, extend)}
    />
  );
}

const useMenuLabel = (name: string) => useIntl().formatMessage({ id: 'table.menu' }, { name });

function Row<Row>(props: EntryProps<Row> & { isStop: boolean }) {
  const { id, row, name, columns, menu, selected, isOpen, index, acts, opens, isStop } = props;
  const styles = useTableStyles();
  const label = useMenuLabel(name);

  function onClick(event: MouseEvent<HTMLElement>): void {
    acts.activate(index);
    if ((event.target as Element).closest('button, a, input, [role=menu]')) return;
    if (selected !== null && (event.shiftKey || event.ctrlKey || event.metaKey))
      return void acts.select(index, event.shiftKey);
    // Selecting text to copy it must not open the row.
    if (getSelection()?.toString()) return;
    if (opens) acts.open(index);
  }

  return (
    // The grid handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-label={name}
      tabIndex={isStop ? 0 : -1}
      data-entry={id}
      className={mergeClasses(
        styles.line,
        styles.row,
        opens && styles.opens,
        selected === true && styles.selected,
        isOpen && styles.opened,
      )}
      {...(selected === null ? {} : { 'aria-selected': selected })}
      {...(isOpen ? { 'aria-current': 'true' } : {})}
      onClick={onClick}
    >
      {selected !== null && (
        <div role="gridcell" className={styles.tool}>
          <EntryTick {...{ name, selected, index, acts, isStop }} />
        </div>
      )}
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={mergeClasses(styles.cell, column.isNumber && styles.number, column.wraps && styles.wraps)}
        >
          {column.cell(row)}
        </div>
      ))}
      {menu !== null && (
        <div role="gridcell" className={styles.tool}>
          <MoreMenu label={label} entries={menu} isTabStop={isStop} />
        </div>
      )}
    </div>
  );
}

/** Memoized so that scrolling renders only the rows that come into view. */
export const TableRow = memo(Row) as typeof Row;

export function TableCard<Row>(props: EntryProps<Row> & { total: number }) {
  const { id, row, name, columns, menu, selected, isOpen, index, acts, opens, total } = props;
  const styles = useTableStyles();
  const label = useMenuLabel(name);
  const columnsIn = (slot: NonNullable<TableColumn<Row>['card']>) =>
    columns.filter((column, at) => (column.card ?? (at === 0 ? 'title' : 'fact')) === slot);
  const title = columnsIn('title').map((column) => <span key={column.id}>{column.cell(row)} </span>);
  return (
    <div
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      className={mergeClasses(styles.card, selected === true && styles.selected, isOpen && styles.opened)}
    >
      {selected !== null && (
        <div className={styles.cardTick}>
          <EntryTick {...{ name, selected, index, acts }} isStop />
        </div>
      )}
      <div className={styles.cardText}>
        {opens ? (
          <button
            type="button"
            className={mergeClasses(styles.cardTitle, styles.cardOpen)}
            data-entry={id}
            onClick={() => acts.open(index)}
          >
            {title}
          </button>
        ) : (
          <span className={styles.cardTitle}>{title}</span>
        )}
        {columnsIn('meta').map((column) => (
          <span key={column.id} className={styles.cardMeta}>
            {column.cell(row)}
          </span>
        ))}
        <CardStates row={row} columns={columnsIn('status')} />
        <CardFacts row={row} columns={columnsIn('fact')} />
      </div>
      {menu !== null && (
        <div className={styles.cardEnd}>
          <MoreMenu label={label} entries={menu} />
        </div>
      )}
    </div>
  );
}

interface CardPartProps<Row> {
  row: Row;
  columns: readonly TableColumn<Row>[];
}

function CardStates<Row>({ row, columns }: CardPartProps<Row>) {
  const styles = useTableStyles();
  if (columns.length === 0) return null;
  return (
    <div className={styles.cardStates}>
      {columns.map((column) => (
        <span key={column.id}>{column.cell(row)}</span>
      ))}
    </div>
  );
}

function CardFacts<Row>({ row, columns }: CardPartProps<Row>) {
  const styles = useTableStyles();
  if (columns.length === 0) return null;
  return (
    <dl className={styles.cardFacts}>
      {columns.map((column) => (
        <div key={column.id}>
          <dt>{column.header}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

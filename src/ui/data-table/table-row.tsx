/** One entry: as a row under its heads, or as a card made of the same columns. */
import { Checkbox, mergeClasses } from '@fluentui/react-components';
import type { MouseEvent } from 'react';
import { useIntl } from 'react-intl';
import type { MenuEntry } from '../menu-entry.ts';
import { MoreMenu } from '../more-menu.tsx';
import type { TableColumn } from './table-column.ts';
import { useTableStyles } from './table-styles.ts';

export interface EntryProps<Row> {
  id: string;
  row: Row;
  /** What it is called, for its box and its menu. */
  name: string;
  columns: readonly TableColumn<Row>[];
  menu: readonly MenuEntry[] | null;
  /** Null where nothing can be selected. */
  selected: boolean | null;
  isOpened: boolean;
  onOpen: (() => void) | undefined;
  onSelect(extend: boolean): void;
}

function Tick({
  name,
  selected,
  onSelect,
  isStop,
}: Pick<EntryProps<unknown>, 'name' | 'selected' | 'onSelect'> & { isStop: boolean }) {
  const intl = useIntl();
  return (
    <Checkbox
      aria-label={intl.formatMessage({ id: 'table.select' }, { name })}
      checked={selected === true}
      tabIndex={isStop ? 0 : -1}
      onClick={(event: MouseEvent) => event.stopPropagation()}
      onChange={(event) => onSelect('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
    />
  );
}

const useMenuLabel = (name: string) => useIntl().formatMessage({ id: 'table.menu' }, { name });

export function TableRow<Row>(props: EntryProps<Row> & { index: number; isStop: boolean; onReached(): void }) {
  const { id, row, name, columns, menu, selected, isOpened, onOpen, onSelect, index, isStop, onReached } = props;
  const styles = useTableStyles();
  const label = useMenuLabel(name);

  function onClick(event: MouseEvent<HTMLElement>): void {
    onReached();
    if ((event.target as Element).closest('button, a, input, [role=menu]')) return;
    if (selected !== null && (event.shiftKey || event.ctrlKey || event.metaKey)) return void onSelect(event.shiftKey);
    // Whoever marks words to copy them does not mean to open.
    if (getSelection()?.toString()) return;
    onOpen?.();
  }

  return (
    // The keys are heard by the grid.
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
        onOpen && styles.opens,
        selected === true && styles.chosen,
        isOpened && styles.opened,
      )}
      {...(selected === null ? {} : { 'aria-selected': selected })}
      {...(isOpened ? { 'aria-current': 'true' } : {})}
      onClick={onClick}
    >
      {selected !== null && (
        <div role="gridcell" className={styles.tool}>
          <Tick name={name} selected={selected} onSelect={onSelect} isStop={isStop} />
        </div>
      )}
      {columns.map((column) => (
        <div key={column.id} role="gridcell" className={mergeClasses(styles.cell, column.isNumber && styles.number)}>
          {column.cell(row)}
        </div>
      ))}
      {menu !== null && (
        <div role="gridcell" className={styles.tool}>
          <MoreMenu label={label} entries={menu} isStop={isStop} />
        </div>
      )}
    </div>
  );
}

export function TableCard<Row>(props: EntryProps<Row> & { index: number; total: number }) {
  const { id, row, name, columns, menu, selected, isOpened, onOpen, onSelect, index, total } = props;
  const styles = useTableStyles();
  const label = useMenuLabel(name);
  const of = (place: NonNullable<TableColumn<Row>['card']>) =>
    columns.filter((column, at) => (column.card ?? (at === 0 ? 'title' : 'fact')) === place);
  const title = of('title').map((column) => <span key={column.id}>{column.cell(row)} </span>);
  const facts = of('fact');
  const status = of('status');
  return (
    <div
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      className={mergeClasses(styles.card, selected === true && styles.chosen, isOpened && styles.opened)}
    >
      {selected !== null && (
        <div className={styles.cardTick}>
          <Tick name={name} selected={selected} onSelect={onSelect} isStop />
        </div>
      )}
      <div className={styles.cardWords}>
        {onOpen ? (
          <button
            type="button"
            className={mergeClasses(styles.cardTitle, styles.cardOpen)}
            data-entry={id}
            onClick={onOpen}
          >
            {title}
          </button>
        ) : (
          <span className={styles.cardTitle}>{title}</span>
        )}
        {of('meta').map((column) => (
          <span key={column.id} className={styles.cardMeta}>
            {column.cell(row)}
          </span>
        ))}
        {status.length > 0 && (
          <div className={styles.cardStates}>
            {status.map((column) => (
              <span key={column.id}>{column.cell(row)}</span>
            ))}
          </div>
        )}
        {facts.length > 0 && (
          <dl className={styles.cardFacts}>
            {facts.map((column) => (
              <div key={column.id}>
                <dt>{column.header}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {menu !== null && (
        <div className={styles.cardEnd}>
          <MoreMenu label={label} entries={menu} />
        </div>
      )}
    </div>
  );
}

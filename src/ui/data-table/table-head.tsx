import { mergeClasses } from '@fluentui/react-components';
import { ArrowSortDownLinesRegular, ArrowSortUpLinesRegular } from '@fluentui/react-icons';
import { memo, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import type { TableColumn, TableSort } from './table-column.ts';
import { useTableStyles } from './table-styles.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import type { Columns } from './use-columns.ts';

const RESIZE_STEP_PX = 16;

export interface TableHeadProps<Row> {
  columns: Columns<Row>;
  sort: TableSort | null;
  onSort: ((sort: TableSort | null) => void) | undefined;
  /** Null if rows cannot be selected. */
  selected: 'none' | 'some' | 'all' | null;
  onSelectAll(all: boolean): void;
  hasMenus: boolean;
}

function Head<Row>({ columns, sort, onSort, selected, onSelectAll, hasMenus }: TableHeadProps<Row>) {
  const styles = useTableStyles();
  const intl = useIntl();
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.line}>
        {selected !== null && (
          <div role="columnheader" className={styles.tool}>
            <RowCheckbox
              label={intl.formatMessage({ id: 'table.selectAll' })}
              checked={selected === 'all' ? true : selected === 'some' ? 'mixed' : false}
              onTick={onSelectAll}
            />
          </div>
        )}
        {columns.visible.map((column) => (
          <Heading key={column.id} column={column} columns={columns} sort={sort} onSort={onSort} />
        ))}
        {hasMenus && (
          <div role="columnheader" className={styles.tool}>
            <span className={styles.visuallyHidden}>{intl.formatMessage({ id: 'app.more' })}</span>
          </div>
        )}
      </div>
    </div>
  );
}

/** Memoized so that newly loaded rows don't re-render the headings. */
export const TableHead = memo(Head) as typeof Head;

function Heading<Row>({
  column,
  columns,
  sort,
  onSort,
}: Pick<TableHeadProps<Row>, 'columns' | 'sort' | 'onSort'> & { column: TableColumn<Row> }) {
  const styles = useTableStyles();
  const head = useRef<HTMLDivElement>(null);
  const { id, header, isNumber = false, sorts = false } = column;
  const sorted = sort?.column === id ? sort : null;
  return (
    <div
      ref={head}
      role="columnheader"
      className={mergeClasses(styles.heading, isNumber && styles.headingNumber)}
      {...(sorts ? { 'aria-sort': sorted ? (sorted.descending ? 'descending' : 'ascending') : 'none' } : {})}
    >
      {sorts && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => onSort(sorted?.descending ? null : { column: id, descending: sorted !== null })}
        >
          <span className={styles.text}>{header}</span>
          {sorted &&
            (sorted.descending ? <ArrowSortDownLinesRegular aria-hidden /> : <ArrowSortUpLinesRegular aria-hidden />)}
        </button>
      ) : (
        <span className={styles.text}>{header}</span>
      )}
      <Grip column={column} columns={columns} head={head} />
    </div>
  );
}

interface GripProps<Row> {
  column: TableColumn<Row>;
  columns: Columns<Row>;
  head: RefObject<HTMLDivElement | null>;
}

/** Resizes its column. A movable separator is a widget (ARIA): it needs a value, the focus and keys. */
function Grip<Row>({ column: { id, header }, columns, head }: GripProps<Row>) {
  const styles = useTableStyles();
  const intl = useIntl();
  const width = columns.widthOf(id);
  function drag(event: PointerEvent<HTMLDivElement>): void {
    event.preventDefault();
    const grip = event.currentTarget;
    const from = event.clientX;
    // The rendered width, which exceeds the set one where the column takes free room.
    const start = head.current?.offsetWidth ?? width;
    const controller = new AbortController();
    grip.setPointerCapture(event.pointerId);
    const move = (to: globalThis.PointerEvent) => columns.resize(id, start + to.clientX - from);
    grip.addEventListener('pointermove', move, { signal: controller.signal });
    for (const end of ['pointerup', 'pointercancel'] as const)
      grip.addEventListener(end, () => controller.abort(), { signal: controller.signal });
  }
  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowLeft: -RESIZE_STEP_PX, ArrowRight: RESIZE_STEP_PX }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    columns.resize(id, (head.current?.offsetWidth ?? width) + by);
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={intl.formatMessage({ id: 'table.width' }, { column: header })}
      aria-valuenow={width}
      tabIndex={0}
      className={styles.grip}
      onPointerDown={drag}
      onKeyDown={onKeyDown}
    />
  );
}

/**
 * A person's arrangement of a table's columns (order, widths, hidden ones), stored on the device under the table's
 * name.
 */
import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import { MIN_WIDTH, DEFAULT_WIDTH, type TableColumn } from './table-column.ts';

const SHAPE = v.object({
  order: v.array(v.string()),
  hidden: v.array(v.string()),
  widths: v.record(v.string(), v.number()),
});
export type Arrangement = v.InferOutput<typeof SHAPE>;

const storeName = (name: string) => `muster-columns-${name}`;

function readStored(name: string): Arrangement | null {
  try {
    const read = v.safeParse(SHAPE, JSON.parse(localStorage.getItem(storeName(name)) ?? 'null'));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

function keep(name: string, arrangement: Arrangement | null): void {
  try {
    if (arrangement === null) localStorage.removeItem(storeName(name));
    else localStorage.setItem(storeName(name), JSON.stringify(arrangement));
  } catch {
    // Without storage the columns keep their default arrangement.
  }
}

/** Merges a stored arrangement with the current columns: new columns come last, removed ones are dropped. */
function arrangementOf<Row>(columns: readonly TableColumn<Row>[], stored: Arrangement | null): Arrangement {
  const ids = columns.map(({ id }) => id);
  const storedOrder = stored?.order.filter((id) => ids.includes(id)) ?? [];
  const hidden = columns.filter(({ id, isInitiallyHidden }) =>
    stored?.order.includes(id) ? stored.hidden.includes(id) : isInitiallyHidden === true,
  );
  return {
    order: [...storedOrder, ...ids.filter((id) => !storedOrder.includes(id))],
    hidden: hidden.map(({ id }) => id),
    widths: stored?.widths ?? {},
  };
}

/** `More` is what the screen's columns have beyond those of the table. */
export interface Columns<Row, More = unknown> {
  /** The visible columns in order. */
  visible: readonly (TableColumn<Row> & More)[];
  /** All columns in order, with their visibility. */
  all: readonly { column: TableColumn<Row> & More; isVisible: boolean }[];
  widthOf(id: string): number;
  /** Whether the person has set its width. */
  isSet(id: string): boolean;
  resize(id: string, width: number): void;
  show(id: string, isVisible: boolean): void;
  /** Moves a column by one place towards the start (-1) or the end (1). */
  move(id: string, by: -1 | 1): void;
  isArranged: boolean;
  reset(): void;
  /** The whole arrangement, to be stored elsewhere and restored with `arrange`. */
  arrangement: Arrangement;
  arrange(arrangement: Arrangement): void;
}

export function useColumns<Row, More = unknown>(
  name: string,
  columns: readonly (TableColumn<Row> & More)[],
): Columns<Row, More> {
  const [arrangement, setArrangement] = useState(() => readStored(name));
  const { order, hidden, widths } = useMemo(() => arrangementOf(columns, arrangement), [columns, arrangement]);
  useEffect(() => {
    keep(name, arrangement);
  }, [name, arrangement]);

  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  // Stable until the arrangement changes, as a new list re-renders all rows.
  const visible = useMemo(
    () => order.flatMap((id) => (hidden.includes(id) ? [] : (byId.get(id) ?? []))),
    [byId, order, hidden],
  );
  return useMemo(() => {
    const arranged = { order, hidden, widths };
    return {
      visible,
      all: order.flatMap((id) => {
        const column = byId.get(id);
        return column ? [{ column, isVisible: visible.includes(column) }] : [];
      }),
      widthOf: (id) => Math.max(MIN_WIDTH, widths[id] ?? byId.get(id)?.width ?? DEFAULT_WIDTH),
      isSet: (id) => widths[id] !== undefined,
      resize: (id, width) =>
        setArrangement({ ...arranged, widths: { ...widths, [id]: Math.max(MIN_WIDTH, Math.round(width)) } }),
      show: (id, isVisible) =>
        setArrangement({ ...arranged, hidden: isVisible ? hidden.filter((column) => column !== id) : [...hidden, id] }),
      move: (id, by) => {
        const at = order.indexOf(id);
        const to = at + by;
        if (at < 0 || to < 0 || to >= order.length) return;
        setArrangement({ ...arranged, order: order.with(at, order[to] as string).with(to, id) });
      },
      isArranged: arrangement !== null,
      reset: () => setArrangement(null),
      arrangement: arranged,
      arrange: setArrangement,
    };
  }, [order, hidden, widths, visible, byId, arrangement]);
}

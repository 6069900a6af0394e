/** Focus of the list: roving tabindex, arrow keys, and focused rows that stay mounted. */
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react';
import { firstMatch, type AttendanceRow } from '../../../domain/attendance-list.ts';

export interface GuestListHandle {
  /** Focuses the first guest, or the first match of a search. */
  focusFirst(): void;
}

const findPart = (element: HTMLElement | null | undefined, part: string) =>
  element?.querySelector<HTMLElement>(`[data-part="${part}"]`) ?? element?.querySelector<HTMLElement>('[data-part]');

const rowIn = (list: RefObject<HTMLElement | null>, key: string) =>
  list.current?.querySelector<HTMLElement>(`[data-row="${key}"]`);

/** Parts of a row that the arrow keys focus. */
const SIDEWAYS: Readonly<Record<string, string>> = { ArrowLeft: 'open', ArrowRight: 'primary' };
/** Index before the first row. */
const ABOVE = -1;

/** Returns the index of the row to move to; null for keys that do not move between rows. */
function indexAfterKey(key: string, index: number, { end, page }: { end: number; page(): number }): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, end);
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return Math.min(index + page(), end);
    case 'PageUp':
      return Math.max(index - page(), 0);
    case 'Home':
      return 0;
    case 'End':
      return end;
    default:
      return null;
  }
}

export interface RowFocus {
  activeIndex: number;
  /** Indexes to render besides the visible ones: the focused row and the next to be focused. */
  pinnedIndexes: readonly number[];
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  onFocus(event: FocusEvent<HTMLElement>): void;
  onBlur(event: FocusEvent<HTMLElement>): void;
}

export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  options: {
    rows: readonly AttendanceRow[];
    /** Number of visible rows. */
    page(): number;
    reveal(index: number): void;
    handle: Ref<GuestListHandle>;
    onLeaveTop(): void;
  },
): RowFocus {
  const { rows, page, reveal, handle, onLeaveTop } = options;
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [pendingFocus, setPendingFocus] = useState<{ key: string; part: string } | null>(null);
  const focused = useRef<{ key: string; index: number } | null>(null);
  const indexOf = (key: string | null) => (key === null ? -1 : rows.findIndex((row) => row.key === key));
  const activeIndex = Math.max(0, indexOf(activeKey));

  const moveTo = useCallback(
    (index: number, part: string) => {
      const row = rows[index];
      if (!row) return;
      reveal(index);
      setPendingFocus({ key: row.key, part });
    },
    [rows, reveal],
  );

  useEffect(() => {
    if (!pendingFocus) return;
    findPart(rowIn(list, pendingFocus.key), pendingFocus.part)?.focus({ preventScroll: true });
    setPendingFocus(null);
  }, [pendingFocus, list]);

  useFocusAfterRemoval(focused, list, rows);

  useImperativeHandle(handle, () => ({ focusFirst: () => moveTo(firstMatch(rows), 'primary') }), [moveTo, rows]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    const at = target.closest<HTMLElement>('[data-row]');
    if (!at) return;
    const index = indexOf(at.dataset['row'] ?? null);
    const next = indexAfterKey(event.key, index, { end: rows.length - 1, page });
    const part = SIDEWAYS[event.key];
    if (next === null && part === undefined) return;
    event.preventDefault();
    if (part !== undefined) findPart(at, part)?.focus();
    else if (next === ABOVE) onLeaveTop();
    else if (next !== null) moveTo(next, target.dataset['part'] ?? 'primary');
  }

  return {
    activeIndex,
    pinnedIndexes: pendingFocus ? [activeIndex, Math.max(0, indexOf(pendingFocus.key))] : [activeIndex],
    onKeyDown,
    onFocus(event) {
      const key = event.target.closest<HTMLElement>('[data-row]')?.dataset['row'];
      focused.current = key === undefined ? null : { key, index: indexOf(key) };
      if (key !== undefined && key !== activeKey) setActiveKey(key);
    },
    onBlur(event) {
      if (event.target.isConnected) focused.current = null;
    },
  };
}

/** When a focused button or row was removed, focuses its row or the one that took its place. */
function useFocusAfterRemoval(
  focused: RefObject<{ key: string; index: number } | null>,
  list: RefObject<HTMLElement | null>,
  rows: readonly AttendanceRow[],
): void {
  useEffect(() => {
    const last = focused.current;
    if (!last || document.activeElement !== document.body) return;
    const row = rowIn(list, last.key) ?? rowIn(list, rows[Math.min(last.index, rows.length - 1)]?.key ?? '');
    findPart(row, 'primary')?.focus({ preventScroll: true });
  });
}

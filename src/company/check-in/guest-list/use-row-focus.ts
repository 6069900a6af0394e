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
  const rowOf = useCallback((key: string) => rowIn(list, key), [list]);

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
    findPart(rowOf(pendingFocus.key), pendingFocus.part)?.focus({ preventScroll: true });
    setPendingFocus(null);
  }, [pendingFocus, rowOf]);

  useEffect(() => {
    const last = focused.current;
    if (!last || document.activeElement !== document.body) return;
    // When a focused button or row was removed, focuses its row or the one that took its place.
    const row = rowOf(last.key) ?? rowOf(rows[Math.min(last.index, rows.length - 1)]?.key ?? '');
    findPart(row, 'primary')?.focus({ preventScroll: true });
  });

  useImperativeHandle(handle, () => ({ focusFirst: () => moveTo(firstMatch(rows), 'primary') }), [moveTo, rows]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    const at = target.closest<HTMLElement>('[data-row]');
    if (!at) return;
    const index = indexOf(at.dataset['row'] ?? null);
    const part = target.dataset['part'] ?? 'primary';
    const end = rows.length - 1;
    const to: Record<string, () => void> = {
      ArrowDown: () => moveTo(Math.min(index + 1, end), part),
      ArrowUp: () => (index === 0 ? onLeaveTop() : moveTo(index - 1, part)),
      PageDown: () => moveTo(Math.min(index + page(), end), part),
      PageUp: () => moveTo(Math.max(index - page(), 0), part),
      Home: () => moveTo(0, part),
      End: () => moveTo(end, part),
      ArrowLeft: () => findPart(at, 'open')?.focus(),
      ArrowRight: () => findPart(at, 'primary')?.focus(),
    };
    const move = to[event.key];
    if (!move) return;
    event.preventDefault();
    move();
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

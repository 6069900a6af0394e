/**
 * Keyboard navigation of a table: one row is a tab stop, arrows move between rows, Enter opens, Space selects, Shift
 * extends.
 */
import { useCallback, useRef, useState, type KeyboardEvent } from 'react';

export interface RowKeysOptions {
  ids: readonly string[];
  selection: ReadonlySet<string> | null;
  /** Number of rows that Page Up and Page Down move by. */
  page(): number;
  /** Scrolls a row into view. */
  reveal(index: number): void;
  onOpen?: ((index: number) => void) | undefined;
  onSelection?: ((selection: ReadonlySet<string>) => void) | undefined;
}

export interface RowKeys {
  active: number;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  /** Makes a row active that was reached without keys. */
  activate(index: number): void;
  /** Toggles the selection of a row; `extend` selects all rows from the last selected one. */
  select(index: number, extend: boolean): void;
}

export function useRowKeys({ ids, selection, page, reveal, onOpen, onSelection }: RowKeysOptions): RowKeys {
  const [activeId, setActiveId] = useState<string | null>(null);
  const anchor = useRef<string | null>(null);
  const active = Math.max(0, activeId === null ? 0 : ids.indexOf(activeId));

  const activate = useCallback((index: number) => setActiveId(ids[index] ?? null), [ids]);

  /** The index of the row from which a range extends; -1 if none was selected, or it is no longer listed. */
  const anchorIndex = () => (anchor.current === null ? -1 : ids.indexOf(anchor.current));
  function rangeTo(index: number): ReadonlySet<string> {
    const from = anchorIndex();
    return new Set(ids.slice(Math.min(from, index), Math.max(from, index) + 1));
  }
  function select(index: number, extend: boolean): void {
    const id = ids[index];
    if (id === undefined || !selection || !onSelection) return;
    if (extend && anchorIndex() >= 0) return void onSelection(new Set([...selection, ...rangeTo(index)]));
    anchor.current = id;
    const next = new Set(selection);
    if (!next.delete(id)) next.add(id);
    onSelection(next);
  }
  function go(to: number, extend: boolean): void {
    const index = Math.min(ids.length - 1, Math.max(0, to));
    if (extend && selection && onSelection) {
      if (anchorIndex() < 0) anchor.current = ids[active] ?? null;
      onSelection(rangeTo(index));
    }
    activate(index);
    reveal(index);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // Controls inside a row handle their own keys.
    if (event.target !== event.currentTarget && !(event.target as HTMLElement).hasAttribute('data-entry')) return;
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page(),
      PageUp: active - page(),
      Home: 0,
      End: ids.length - 1,
    }[event.key];
    if (to !== undefined) go(to, event.shiftKey);
    else if (event.key === 'Enter' && onOpen) onOpen(active);
    else if (event.key === ' ' && selection) select(active, event.shiftKey);
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && selection)
      onSelection?.(new Set(ids));
    else if (event.key === 'Escape' && selection && selection.size > 0) onSelection?.(new Set());
    else return;
    event.preventDefault();
  }
  return { active, onKeyDown, activate, select };
}

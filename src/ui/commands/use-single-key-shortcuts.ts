import { useLayoutEffect, useRef } from 'react';

/** Handles a key. Returns false if the key has no effect at that element. */
export type ShortcutHandler = (at: HTMLElement) => unknown;

/**
 * Handles single keys (`/`, `escape`) wherever the focus is, except in a field or while an overlay is open.
 * `useScreenShortcuts` lists them in the help.
 */
export function useSingleKeyShortcuts(acts: Readonly<Record<string, ShortcutHandler | null>>): void {
  const latest = useRef(acts);
  useLayoutEffect(() => {
    latest.current = acts;
  });
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const target = event.target as HTMLElement;
      const typing = target.closest('input, textarea, select, [contenteditable], dialog, [role="menu"]');
      const isCovered = document.querySelector('dialog[open]:modal') !== null;
      if (typing || isCovered || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const act = latest.current[event.key.toLowerCase()];
      if (act && act(target) !== false) event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

import { useEffect, useRef } from 'react';

/** Answers false where the key means nothing just there. */
export type ShortcutHandler = (at: HTMLElement) => unknown;

/**
 * Single keys (`/`, `escapeHtml`) that act wherever the focus is, unless somebody types or something is open over the screen. The list of them is
 * `useScreenShortcuts`.
 */
export function useSingleKeyShortcuts(acts: Readonly<Record<string, ShortcutHandler | null>>): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
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

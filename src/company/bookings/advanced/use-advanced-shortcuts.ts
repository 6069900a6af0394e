/** Keyboard shortcuts of /bookings-advanced; the table handles the selection keys. */
import type { RefObject } from 'react';
import { useScreenShortcuts, type ScreenShortcut } from '../../../ui/commands/screen-shortcuts.ts';
import { useSingleKeyShortcuts } from '../../../ui/commands/use-single-key-shortcuts.ts';

const KEYS: readonly ScreenShortcut[] = [
  { keys: ['/'], text: 'bookings.keys.search' },
  { keys: ['F'], text: 'advanced.filter.title' },
  { keys: ['↓', '↑'], text: 'bookings.keys.rows' },
  { keys: ['␣'], text: 'advanced.keys.choose' },
  { keys: ['Ctrl A'], text: 'advanced.keys.all' },
  { keys: ['Enter'], text: 'bookings.keys.open' },
  { keys: ['Esc'], text: 'advanced.keys.none' },
];

export function useAdvancedShortcuts({
  search,
  onFilter,
}: {
  search: RefObject<HTMLInputElement | null>;
  onFilter(): void;
}): void {
  useScreenShortcuts(KEYS);
  useSingleKeyShortcuts({ '/': () => search.current?.focus(), f: onFilter });
}

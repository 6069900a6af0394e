/** The keys of /bookings-advanced; what is chosen by keys is the table's own. */
import type { RefObject } from 'react';
import { useScreenKeys, type ScreenKey } from '../../../ui/commands/screen-keys.ts';
import { usePlainKeys } from '../../../ui/commands/use-plain-keys.ts';

const KEYS: readonly ScreenKey[] = [
  { keys: ['/'], text: 'bookings.keys.search' },
  { keys: ['F'], text: 'advanced.filter.title' },
  { keys: ['↓', '↑'], text: 'bookings.keys.rows' },
  { keys: ['␣'], text: 'advanced.keys.choose' },
  { keys: ['Ctrl A'], text: 'advanced.keys.all' },
  { keys: ['Enter'], text: 'bookings.keys.open' },
  { keys: ['Esc'], text: 'advanced.keys.none' },
];

export function useAdvancedKeys({
  search,
  onFilter,
}: {
  search: RefObject<HTMLInputElement | null>;
  onFilter(): void;
}): void {
  useScreenKeys(KEYS);
  usePlainKeys({ '/': () => search.current?.focus(), f: onFilter });
}

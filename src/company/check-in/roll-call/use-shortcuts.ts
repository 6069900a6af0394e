/** The keys of an open departure that work wherever the focus is, unless somebody types. */
import { useEffect } from 'react';
import { useScreenKeys } from '../../../ui/screen-keys.ts';
import { ROLL_CALL_KEYS } from './roll-call-keys.ts';
import { TITLE_ID } from './title-id.ts';

export function useShortcuts({
  onSearch,
  onClear,
  onEnterList,
}: {
  onSearch(): void;
  onClear(): void;
  onEnterList(): void;
}): void {
  useScreenKeys(ROLL_CALL_KEYS);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const target = event.target as HTMLElement;
      const typing = target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]');
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '/') {
        event.preventDefault();
        onSearch();
      } else if (event.key === 'Escape') onClear();
      else if (event.key === 'ArrowDown' && (target === document.body || target.id === TITLE_ID)) onEnterList();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onSearch, onClear, onEnterList]);
}

import { useLayoutEffect, useState } from 'react';
import type { CurrentUser } from '../../session/use-session.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';
import type { NavigationItem } from './menu.tsx';
import type { ShortcutDialogName } from './shortcut-dialogs.tsx';

const Opened = lazyWithPreload(() => import('./shortcut-dialogs.tsx').then((module) => module.ShortcutDialogs), {
  onLoadError: 'keep',
});

/**
 * Shortcuts available on every screen: "?" lists the screen's shortcuts unless a field has the focus; Ctrl+K or ⌘K
 * opens the command palette.
 */
export function GlobalShortcuts({ menu, currentUser }: { menu: readonly NavigationItem[]; currentUser: CurrentUser }) {
  const [open, setOpen] = useState<ShortcutDialogName | null>(null);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]:modal')) return;
      const control = event.ctrlKey || event.metaKey;
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (control && event.key.toLowerCase() === 'k') setOpen('commands');
      else if (event.key === '?' && !control && !typing) setOpen('shortcuts');
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return open && <Opened open={open} onOpen={setOpen} menu={menu} currentUser={currentUser} />;
}

import { useEffect, useState } from 'react';
import { late } from '../../ui/late.tsx';

const KeyList = late(() => import('./key-list.tsx').then((module) => module.KeyList), { whenLost: 'wait' });

/** "?" opens the keys of the screen, wherever nobody is typing. */
export function KeyHelp() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return open && <KeyList onClose={() => setOpen(false)} />;
}

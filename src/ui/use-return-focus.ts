import { useEffect, useState } from 'react';

/**
 * Gives the focus back when what is open goes: to where it came from, else into the dialog below, which would stay
 * hidden from screen readers without it.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        const back = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
        const target = back ? opener : document.querySelector<HTMLElement>('[role="dialog"] button');
        target?.focus();
      }, 0);
    },
    [opener],
  );
}

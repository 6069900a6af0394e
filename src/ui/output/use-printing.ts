import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Returns whether the browser is printing, from `window.print()` or its own command. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}

/**
 * Marks the document as a print sheet while mounted, so that page.css hides the rest. `isLight` prints with the light
 * theme's colours.
 */
export function usePrintSheet({ isLight = false } = {}): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const mode = root.dataset['colourMode'];
    root.toggleAttribute('data-printing', true);
    if (isLight) delete root.dataset['colourMode'];
    return () => {
      root.removeAttribute('data-printing');
      if (isLight && mode !== undefined) root.dataset['colourMode'] = mode;
    };
  }, [isLight]);
}

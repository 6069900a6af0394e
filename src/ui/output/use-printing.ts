import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** While the browser prints: `window.print()` and its own command alike. */
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

/** As long as a sheet is there, page.css leaves out the rest. `isLight`: it is drawn with the theme's colours, on paper those of the light one. */
export function usePrintSheet({ isLight = false } = {}): void {
  useLayoutEffect(() => {
    const root = document.documentElement;
    const mode = root.dataset['colourMode'];
    root.toggleAttribute('data-paper', true);
    if (isLight) delete root.dataset['colourMode'];
    return () => {
      root.removeAttribute('data-paper');
      if (isLight && mode !== undefined) root.dataset['colourMode'] = mode;
    };
  }, [isLight]);
}

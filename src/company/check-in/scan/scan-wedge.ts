/** Listens for a keyboard-wedge scanner on the whole page, except while somebody types in a field. */
import { useEffect, useRef } from 'react';
import { NO_BURST, wedge } from '../../../domain/wedge.ts';

const TYPES_NOTHING = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !TYPES_NOTHING.test(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

/** Calls `onCode` with each code that a scanner types, while mounted. */
export function useScanWedge(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    let state = NO_BURST;
    const listen = (event: KeyboardEvent) => {
      const taken = isField(event.target) || event.ctrlKey || event.altKey || event.metaKey || event.isComposing;
      const step = wedge(state, { key: event.key, at: event.timeStamp, taken });
      state = step.state;
      if (step.code === null) {
        // From the second fast key on it is a scanner: its blanks and slashes press no button and open no search.
        if (state.text.length > 1) event.stopPropagation();
        if (state.text.length > 1 && event.key === ' ') event.preventDefault();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      latest.current(step.code);
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

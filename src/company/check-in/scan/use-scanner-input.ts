/** Listens for a hand scanner on the whole page, except while a field has the focus. */
import { useLayoutEffect, useRef } from 'react';
import {
  endIdleInput,
  NO_INPUT,
  handleScannerKey,
  CONTINUES_AFTER_BURST_MS,
  MIN_SCAN_LENGTH,
  type ScannerResult,
} from '../../../domain/scanner-input.ts';

const INPUT_TYPES_WITHOUT_TEXT = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !INPUT_TYPES_WITHOUT_TEXT.test(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

/** AltGr, which Windows reports as Ctrl+Alt, types a character; Ctrl or Alt alone is a shortcut. */
const isShortcut = (event: KeyboardEvent) =>
  event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'));

/** Calls `onResult` with each code that a scanner types, and for interrupted input. */
export function useScannerInput(onResult: (result: ScannerResult) => void): void {
  const latest = useRef(onResult);
  useLayoutEffect(() => {
    latest.current = onResult;
  });
  useLayoutEffect(() => {
    let state = NO_INPUT;
    let idleTimer: ReturnType<typeof setTimeout> | undefined;
    const endIdle = () => {
      const step = endIdleInput(state);
      state = step.state;
      if (step.result) latest.current(step.result);
    };
    const listen = (event: KeyboardEvent) => {
      const step = handleScannerKey(state, {
        key: event.key,
        code: event.code,
        shift: event.shiftKey,
        at: event.timeStamp,
        isUnrelated: isField(event.target) || isShortcut(event) || event.isComposing || event.repeat,
      });
      state = step.state;
      clearTimeout(idleTimer);
      if (state !== NO_INPUT) idleTimer = setTimeout(endIdle, CONTINUES_AFTER_BURST_MS);
      if (step.result === null) {
        // From the second fast key on it is a scanner, so spaces must not click buttons and slashes must not open the
        // search.
        const isScanner = state.keys.length > 1 || (state.keys.length > 0 && state.longestRun >= MIN_SCAN_LENGTH);
        if (isScanner) event.stopPropagation();
        if (isScanner && event.key === ' ') event.preventDefault();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      latest.current(step.result);
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => {
      clearTimeout(idleTimer);
      window.removeEventListener('keydown', listen, { capture: true });
    };
  }, []);
}

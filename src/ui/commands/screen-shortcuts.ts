/** Keyboard shortcuts of the current screen, for the help that "?" opens. */
import { useEffect } from 'react';
import type { MessageId } from '../../i18n/message-id.ts';

export interface ScreenShortcut {
  /** Key labels, pressed together or alternatives: `['↑', '↓']`. */
  keys: readonly string[];
  text: MessageId;
}

let present: readonly ScreenShortcut[] = [];

export const screenShortcuts = (): readonly ScreenShortcut[] => present;

/** Registers the shortcuts of a screen while it is mounted. Pass a stable list. */
export function useScreenShortcuts(keys: readonly ScreenShortcut[]): void {
  useEffect(() => {
    present = keys;
    return () => {
      if (present === keys) present = [];
    };
  }, [keys]);
}

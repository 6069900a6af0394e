/** The keys of the screen that one is on, for the help that "?" opens. */
import { useEffect } from 'react';
import type { MessageId } from '../../i18n/message-id.ts';

export interface ScreenShortcut {
  /** As they stand on the keys, pressed together or one for the other: `['↑', '↓']`. */
  keys: readonly string[];
  text: MessageId;
}

let present: readonly ScreenShortcut[] = [];

export const screenShortcuts = (): readonly ScreenShortcut[] => present;

/** For a screen: these are its keys while it is there. The same list every time. */
export function useScreenShortcuts(keys: readonly ScreenShortcut[]): void {
  useEffect(() => {
    present = keys;
    return () => {
      if (present === keys) present = [];
    };
  }, [keys]);
}

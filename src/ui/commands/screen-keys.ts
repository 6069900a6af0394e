/** The keys of the screen that one is on, for the help that "?" opens. */
import { useEffect } from 'react';
import type { MessageId } from '../../i18n/message-id.ts';

export interface ScreenKey {
  /** As they stand on the keys, pressed together or one for the other: `['↑', '↓']`. */
  keys: readonly string[];
  text: MessageId;
}

let present: readonly ScreenKey[] = [];

export const screenKeys = (): readonly ScreenKey[] => present;

/** For a screen: these are its keys while it is there. The same list every time. */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  useEffect(() => {
    present = keys;
    return () => {
      if (present === keys) present = [];
    };
  }, [keys]);
}

import type { ReactElement } from 'react';

/** One line of a menu. */
export interface MenuEntry {
  label: string;
  icon?: ReactElement;
  disabled?: boolean;
  /** Set apart from what can be taken back. */
  dangerous?: boolean;
  onSelect(): void;
}

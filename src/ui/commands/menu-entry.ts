import type { ReactElement } from 'react';

export interface MenuEntry {
  label: string;
  icon?: ReactElement;
  disabled?: boolean;
  /** Styled as destructive. */
  dangerous?: boolean;
  onSelect(): void;
}

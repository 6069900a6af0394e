import type { ReactElement } from 'react';

export interface MenuProps {
  trigger: ReactElement;
  defaultOpen: boolean;
}

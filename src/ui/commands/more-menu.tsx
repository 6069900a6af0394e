/** A three-dot button with a menu of less common actions, in a header or at the end of a row. */
import { Button } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { lazyWithPreload } from '../loading/lazy-component.tsx';
import { LazyMenuTrigger } from './lazy-menu-trigger.tsx';
import type { MenuEntry } from './menu-entry.ts';

const MenuList = lazyWithPreload(() => import('./menu-list.tsx').then((module) => module.MenuList), {
  onLoadError: 'keep',
});

export interface MoreMenuProps {
  /** Names what the menu is for: "More for Harbour walk". */
  label: string;
  entries: readonly MenuEntry[];
  /** False takes it out of the tab order, as the list's own keys reach it. */
  isTabStop?: boolean;
}

export function MoreMenu({ label, entries, isTabStop = true }: MoreMenuProps) {
  if (entries.length === 0) return null;
  return (
    <LazyMenuTrigger
      menu={MenuList}
      menuProps={{ entries }}
      trigger={
        <Button
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={label}
          title={label}
          tabIndex={isTabStop ? 0 : -1}
        />
      }
    />
  );
}

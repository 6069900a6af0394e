/** What is done seldom: behind one button with three dots, in a header or at the end of a row. */
import { Button } from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { lazyWithPreload } from '../loading/lazy-component.tsx';
import { LazyMenuTrigger } from './lazy-menu-trigger.tsx';
import type { MenuEntry } from './menu-entry.ts';

const MenuList = lazyWithPreload(() => import('./menu-list.tsx').then((module) => module.MenuList), {
  onLoadError: 'keep',
});

export interface MoreMenuProps {
  /** Of what it is the menu: "More for Harbour walk". */
  label: string;
  entries: readonly MenuEntry[];
  /** False: Tab passes it by, as the keys of its list reach it. */
  isStop?: boolean;
}

export function MoreMenu({ label, entries, isStop = true }: MoreMenuProps) {
  if (entries.length === 0) return null;
  return (
    <LazyMenuTrigger
      menu={MenuList}
      given={{ entries }}
      trigger={
        <Button
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={label}
          title={label}
          tabIndex={isStop ? 0 : -1}
          data-row-menu
        />
      }
    />
  );
}

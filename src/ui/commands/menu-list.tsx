/** The entries of a menu. A separate chunk, as Fluent's menus are large. */
import {
  Menu,
  MenuDivider,
  MenuItem,
  MenuList as FluentMenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { Fragment } from 'react';
import type { LazyMenuProps } from './lazy-menu-trigger.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { stateColours } from '../theme/state-colours.ts';

const useStyles = makeStyles({
  list: { maxHeight: 'calc(100dvh - 80px)', maxWidth: '320px', overflowY: 'auto' },
  item: { alignItems: 'center' },
  dangerous: { color: stateColours.no.foreground, ':hover': { color: stateColours.no.foreground } },
});

export function MenuList({ trigger, defaultOpen, entries }: LazyMenuProps & { entries: readonly MenuEntry[] }) {
  const styles = useStyles();
  return (
    <Menu defaultOpen={defaultOpen} positioning={{ align: 'end' }}>
      <MenuTrigger disableButtonEnhancement>{trigger}</MenuTrigger>
      <MenuPopover className={styles.list}>
        <FluentMenuList>
          {entries.map(({ label, icon, disabled = false, dangerous = false, onSelect }, index) => (
            <Fragment key={label}>
              {dangerous && index > 0 && !entries[index - 1]?.dangerous && <MenuDivider />}
              <MenuItem
                className={dangerous ? styles.dangerous : styles.item}
                disabled={disabled}
                onClick={onSelect}
                {...(icon ? { icon } : {})}
              >
                {label}
              </MenuItem>
            </Fragment>
          ))}
        </FluentMenuList>
      </MenuPopover>
    </Menu>
  );
}

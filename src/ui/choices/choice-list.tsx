/** The options of a filter menu. A separate chunk, as Fluent's menus are large. */
import { Menu, MenuItemCheckbox, MenuList, MenuPopover, MenuTrigger, makeStyles } from '@fluentui/react-components';
import type { LazyMenuProps } from '../commands/lazy-menu-trigger.tsx';

const useStyles = makeStyles({
  list: { maxHeight: 'min(420px, calc(100dvh - 80px))', maxWidth: '320px', overflowY: 'auto' },
});

export interface Choice {
  value: string;
  label: string;
}

export interface ChoiceListProps {
  choices: readonly Choice[];
  selected: readonly string[];
  onToggle(value: string): void;
}

export function ChoiceList({ trigger, defaultOpen, choices, selected, onToggle }: LazyMenuProps & ChoiceListProps) {
  const styles = useStyles();
  return (
    <Menu
      defaultOpen={defaultOpen}
      persistOnItemClick
      checkedValues={{ choice: [...selected] }}
      onCheckedValueChange={(_, { checkedItems }) => {
        const changed = choices.find(({ value }) => checkedItems.includes(value) !== selected.includes(value));
        if (changed) onToggle(changed.value);
      }}
    >
      <MenuTrigger disableButtonEnhancement>{trigger}</MenuTrigger>
      <MenuPopover className={styles.list}>
        <MenuList>
          {choices.map(({ value, label }) => (
            <MenuItemCheckbox key={value} name="choice" value={value}>
              {label}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

import { makeStyles, Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { useCurrentUser } from '../../../session/use-session.ts';
import type { LazyMenuProps } from '../../../ui/commands/lazy-menu-trigger.tsx';
import { switchCompany, companyChoices } from './company-choice.ts';

const useStyles = makeStyles({
  list: { maxHeight: 'calc(100dvh - 80px)', maxWidth: '320px', overflowY: 'auto' },
  item: { alignItems: 'center' },
});

export function CompanyMenu({ trigger, defaultOpen }: LazyMenuProps) {
  const styles = useStyles();
  const currentUser = useCurrentUser();
  if (!currentUser?.company) return null;
  return (
    <Menu
      defaultOpen={defaultOpen}
      checkedValues={{ company: [currentUser.company.id] }}
      onCheckedValueChange={(_, { checkedItems }) => {
        const next = checkedItems[0];
        if (next) switchCompany(next);
      }}
    >
      <MenuTrigger disableButtonEnhancement>{trigger}</MenuTrigger>
      <MenuPopover className={styles.list}>
        <MenuList>
          {companyChoices(currentUser).map((each) => (
            <MenuItemRadio key={each.id} name="company" value={each.id} className={styles.item}>
              {each.name}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

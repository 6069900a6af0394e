/** For whom one acts; a menu where there is a choice. */
import {
  Button,
  Menu,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { ownCompanies } from '../../session/session-state.ts';
import { session } from '../../session/session.ts';
import type { Acting } from '../../session/use-session.ts';

const useStyles = makeStyles({
  name: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    fontWeight: tokens.fontWeightSemibold,
  },
  button: { minWidth: 0, maxWidth: '100%', paddingInline: '8px' },
});

export function CompanySwitch({ acting }: { acting: Acting }) {
  const styles = useStyles();
  const intl = useIntl();
  const { company, snapshot, impersonating } = acting;
  const name = company?.name ?? snapshot.identity.organisations[0]?.name ?? '';
  const own = ownCompanies(snapshot);
  if (impersonating || own.length < 2 || !company) return <span className={styles.name}>{name}</span>;
  return (
    <Menu
      checkedValues={{ company: [company.id] }}
      onCheckedValueChange={(_, { checkedItems }) => {
        const next = checkedItems[0];
        if (next) void session.chooseCompany(next);
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          className={styles.button}
          icon={<ChevronDownRegular />}
          iconPosition="after"
          aria-label={intl.formatMessage({ id: 'frame.company' }, { name })}
        >
          <span className={styles.name}>{name}</span>
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {own.map((each) => (
            <MenuItemRadio key={each.id} name="company" value={each.id}>
              {each.name}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

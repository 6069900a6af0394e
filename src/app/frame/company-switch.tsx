/** For whom one acts; a menu where there is a choice. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { ownCompanies } from '../../session/session-state.ts';
import type { Acting } from '../../session/use-session.ts';
import { LateMenu, type MenuModule } from './late-menu.tsx';

const useStyles = makeStyles({
  name: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    fontWeight: tokens.fontWeightSemibold,
  },
  button: { minWidth: 0, paddingInline: '8px' },
});

const companyMenu = (module: MenuModule) => module.CompanyMenu;

export function CompanySwitch({ acting }: { acting: Acting }) {
  const styles = useStyles();
  const intl = useIntl();
  const { company, snapshot, impersonating } = acting;
  const name = company?.name ?? snapshot.identity.organisations[0]?.name ?? '';
  if (impersonating || !company || ownCompanies(snapshot).length < 2)
    return <span className={styles.name}>{name}</span>;
  return (
    <LateMenu
      menu={companyMenu}
      trigger={
        <Button
          appearance="subtle"
          className={styles.button}
          icon={<ChevronDownRegular />}
          iconPosition="after"
          aria-label={intl.formatMessage({ id: 'frame.company' }, { name })}
        >
          <span className={styles.name}>{name}</span>
        </Button>
      }
    />
  );
}

/** The current company's name; a menu if the person belongs to several. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import type { CurrentUser } from '../../../session/use-session.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';
import { LazyMenuTrigger } from '../../../ui/commands/lazy-menu-trigger.tsx';
import { companyChoices } from './company-choice.ts';
import { weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  name: {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    fontWeight: weight.bold,
  },
  button: { minWidth: 0, paddingInline: '8px' },
});

const CompanyMenu = lazyWithPreload(() => import('./company-menu.tsx').then((module) => module.CompanyMenu), {
  onLoadError: 'keep',
});

export function CompanySwitch({ currentUser }: { currentUser: CurrentUser }) {
  const styles = useStyles();
  const intl = useIntl();
  const { company, snapshot } = currentUser;
  const name = company?.name ?? snapshot.identity.organisations[0]?.name ?? '';
  if (companyChoices(currentUser).length === 0) return <span className={styles.name}>{name}</span>;
  return (
    <LazyMenuTrigger
      menu={CompanyMenu}
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

import {
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { ArrowDownloadRegular, PersonRegular, SignOutRegular } from '@fluentui/react-icons';
import { Fragment, lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Acting } from '../../session/use-session.ts';
import { RoleName } from '../../ui/role-name.tsx';
import { installOffer } from '../install-offer.ts';
import { ColourItems, LanguageItems, usePreferenceValues } from './preference-menus.tsx';

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx').then((m) => ({ default: m.SignOutDialog })));
const InstallDialog = lazy(() => import('./install-dialog.tsx').then((m) => ({ default: m.InstallDialog })));

const useStyles = makeStyles({
  button: { minWidth: '48px', minHeight: '48px' },
  list: { maxHeight: 'calc(100dvh - 80px)', maxWidth: '320px', overflowY: 'auto' },
  who: { display: 'grid', padding: '8px', overflowWrap: 'anywhere' },
  name: { fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

export function AccountMenu({ acting, withPreferences }: { acting: Acting; withPreferences: boolean }) {
  const styles = useStyles();
  const intl = useIntl();
  const [open, setOpen] = useState<'sign-out' | 'install' | null>(null);
  const install = useSyncExternalStore(installOffer.subscribe, installOffer.getState);
  const { checkedValues, onCheckedValueChange } = usePreferenceValues();
  const { identity, email } = acting.snapshot;
  const roles = rolesHere(acting);
  const label = intl.formatMessage({ id: 'frame.account' }, { name: identity.displayName });

  return (
    <>
      <Menu checkedValues={checkedValues} onCheckedValueChange={onCheckedValueChange}>
        <MenuTrigger disableButtonEnhancement>
          <Button className={styles.button} appearance="subtle" icon={<PersonRegular />} aria-label={label} title={label} />
        </MenuTrigger>
        <MenuPopover className={styles.list}>
          <div className={styles.who}>
            <span className={styles.name}>{identity.displayName}</span>
            <span className={styles.quiet}>{email}</span>
            <span className={styles.quiet}>
              {roles.map((role, index) => (
                <Fragment key={role}>
                  {index > 0 && ' · '}
                  <RoleName role={role} />
                </Fragment>
              ))}
            </span>
          </div>
          <MenuDivider />
          <MenuList>
            {withPreferences && (
              <>
                <MenuGroup>
                  <MenuGroupHeader>
                    <FormattedMessage id="frame.languageGroup" />
                  </MenuGroupHeader>
                  <LanguageItems />
                </MenuGroup>
                <MenuDivider />
                <MenuGroup>
                  <MenuGroupHeader>
                    <FormattedMessage id="frame.coloursGroup" />
                  </MenuGroupHeader>
                  <ColourItems />
                </MenuGroup>
                <MenuDivider />
              </>
            )}
            {install !== 'unavailable' && (
              <MenuItem icon={<ArrowDownloadRegular />} onClick={() => setOpen('install')}>
                <FormattedMessage id="install.menu" />
              </MenuItem>
            )}
            <MenuItem icon={<SignOutRegular />} onClick={() => setOpen('sign-out')}>
              <FormattedMessage id="signOut.action" />
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      <Suspense>
        {open === 'sign-out' && <SignOutDialog onClose={() => setOpen(null)} />}
        {open === 'install' && <InstallDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

/** The roles that count where one is: those of the company one acts for, and those bound to no company. */
function rolesHere({ company, snapshot }: Acting): string[] {
  const { assignments } = snapshot.identity;
  return [...new Set(assignments.filter((each) => !each.company || each.company.id === company?.id).map(({ role }) => role))];
}

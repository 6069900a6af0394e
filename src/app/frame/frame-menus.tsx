/** The frame's menus, in one chunk that loads after the first paint. */
import {
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  CalendarClockRegular,
  DarkThemeRegular,
  PersonSettingsRegular,
  SignOutRegular,
  WeatherMoonRegular,
  WeatherSunnyRegular,
} from '@fluentui/react-icons';
import { useState, useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import { LOCALES, NATIVE_LANGUAGE_NAMES } from '../../lib/locales.ts';
import { GuideTime } from '../../features/lazy-guide-time.ts';
import { useCurrentUser, type CurrentUser } from '../../session/use-session.ts';
import { COLOUR_MODES } from '../../ui/theme/colour-mode.ts';
import { leaveAfterAsking } from '../../ui/form/dirty-forms.ts';
import { lazyWithPreload, lazyWithTexts } from '../../ui/loading/lazy-component.tsx';
import type { LazyMenuProps } from '../../ui/commands/lazy-menu-trigger.tsx';
import { RoleNames } from '../../ui/format/role-names.tsx';
import { PHONE } from '../../ui/theme/breakpoints.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import { installOffer } from '../start/install-offer.ts';
import { canGuideHere } from './can-guide-here.ts';
import { MODE_NAMES, usePreferences } from './preferences.ts';
import { weight } from '../../ui/theme/sizes.ts';

const OwnAccountOverlay = lazyWithTexts(
  () => import('./account/own-account.tsx').then((module) => module.OwnAccountOverlay),
  ['account', 'auth-and-guards', 'patterns', 'registration'],
);
const SignOutDialog = lazyWithPreload(() => import('./sign-out-dialog.tsx').then((module) => module.SignOutDialog), {
  onLoadError: 'keep',
});
const InstallDialog = lazyWithPreload(() => import('./install-dialog.tsx').then((module) => module.InstallDialog), {
  onLoadError: 'keep',
});

const MODE_ICONS = { light: <WeatherSunnyRegular />, dark: <WeatherMoonRegular />, system: <DarkThemeRegular /> };

const useStyles = makeStyles({
  list: { maxHeight: 'calc(100dvh - 80px)', maxWidth: '320px', overflowY: 'auto' },
  item: { alignItems: 'center' },
  person: { display: 'grid', padding: '8px', overflowWrap: 'anywhere' },
  name: { fontWeight: weight.bold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

function LanguageItems() {
  const styles = useStyles();
  return LOCALES.map((locale) => (
    <MenuItemRadio key={locale} name="language" value={locale} lang={locale} className={styles.item}>
      {NATIVE_LANGUAGE_NAMES[locale]}
    </MenuItemRadio>
  ));
}

function ColourItems() {
  const styles = useStyles();
  return COLOUR_MODES.map((mode) => (
    <MenuItemRadio key={mode} name="colours" value={mode} icon={MODE_ICONS[mode]} className={styles.item}>
      <FormattedMessage id={MODE_NAMES[mode]} />
    </MenuItemRadio>
  ));
}

export function LanguageMenu({ trigger, defaultOpen }: LazyMenuProps) {
  const { menu } = usePreferences();
  return (
    <Menu {...menu} defaultOpen={defaultOpen}>
      <MenuTrigger disableButtonEnhancement>{trigger}</MenuTrigger>
      <MenuPopover>
        <MenuList>
          <LanguageItems />
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

export function ColourMenu({ trigger, defaultOpen }: LazyMenuProps) {
  const { menu } = usePreferences();
  return (
    <Menu {...menu} defaultOpen={defaultOpen}>
      <MenuTrigger disableButtonEnhancement>{trigger}</MenuTrigger>
      <MenuPopover>
        <MenuList>
          <ColourItems />
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

type DialogName = 'account' | 'sign-out' | 'install' | 'guide-time';

/** Account menu with sign-out; on phones also with language and colours, for which the bar has no room. */
export function AccountMenu({ trigger, defaultOpen }: LazyMenuProps) {
  const styles = useStyles();
  const currentUser = useCurrentUser();
  const compact = useMediaQuery(PHONE);
  const [open, setOpen] = useState<DialogName | null>(null);
  const install = useSyncExternalStore(installOffer.subscribe, installOffer.getState);
  const { menu } = usePreferences();
  if (!currentUser) return null;
  const canGuide = canGuideHere(currentUser);

  return (
    <>
      <Menu {...menu} defaultOpen={defaultOpen}>
        <MenuTrigger disableButtonEnhancement>{trigger}</MenuTrigger>
        <MenuPopover className={styles.list}>
          <AccountHeader currentUser={currentUser} />
          <MenuList>
            <MenuDivider />
            {compact && <PreferenceGroups />}
            <MenuItem
              className={styles.item}
              icon={<PersonSettingsRegular />}
              onClick={() => leaveAfterAsking(() => setOpen('account'))}
            >
              <FormattedMessage id="frame.ownAccount" />
            </MenuItem>
            {install !== 'unavailable' && (
              <MenuItem className={styles.item} icon={<ArrowDownloadRegular />} onClick={() => setOpen('install')}>
                <FormattedMessage id="install.menu" />
              </MenuItem>
            )}
            {canGuide && (
              <MenuItem
                className={styles.item}
                icon={<CalendarClockRegular />}
                onClick={() => leaveAfterAsking(() => setOpen('guide-time'))}
              >
                <FormattedMessage id="frame.guideTime" />
              </MenuItem>
            )}
            <MenuItem
              className={styles.item}
              icon={<SignOutRegular />}
              onClick={() => leaveAfterAsking(() => setOpen('sign-out'))}
            >
              <FormattedMessage id="signOut.action" />
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {open && <AccountDialog which={open} currentUser={currentUser} onClose={() => setOpen(null)} />}
    </>
  );
}

function AccountHeader({ currentUser }: { currentUser: CurrentUser }) {
  const styles = useStyles();
  const { identity, email } = currentUser.snapshot;
  return (
    <div className={styles.person}>
      <span className={styles.name}>{identity.displayName}</span>
      <span className={styles.quiet}>{email}</span>
      <span className={styles.quiet}>
        <RoleNames roles={rolesHere(currentUser)} />
      </span>
    </div>
  );
}

function PreferenceGroups() {
  return (
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
  );
}

interface AccountDialogProps {
  which: DialogName;
  currentUser: CurrentUser;
  onClose(): void;
}

function AccountDialog({ which, currentUser: { company, userId, snapshot }, onClose }: AccountDialogProps) {
  if (which === 'account') return <OwnAccountOverlay onClose={onClose} />;
  if (which === 'sign-out') return <SignOutDialog onClose={onClose} />;
  if (which === 'install') return <InstallDialog onClose={onClose} />;
  if (!company) return null;
  return (
    <GuideTime
      isOwn
      company={company.id}
      zone={company.timeZone}
      people={[{ id: userId, name: snapshot.identity.displayName }]}
      onClose={onClose}
    />
  );
}

/** Returns the roles that apply in the current company, and those that aren't bound to a company. */
function rolesHere({ company, snapshot }: CurrentUser): string[] {
  const here = snapshot.identity.assignments.filter(
    (assignment) => !assignment.company || assignment.company.id === company?.id,
  );
  return [...new Set(here.map(({ role }) => role))];
}

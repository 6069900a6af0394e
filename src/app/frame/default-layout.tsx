/** The app's frame: bars on top, the menu at the side or bottom, the screen in the middle. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { pendingRequests } from '../../session/pending-requests.ts';
import { mfaRequirement } from '../../session/mfa-requirement.ts';
import { lazyWithPreload, lazyWithTexts } from '../../ui/loading/lazy-component.tsx';
import { menuFor } from './menu.tsx';
import type { Visit } from '../routing/use-visit.ts';
import { GlobalShortcuts } from './global-shortcuts.tsx';
import { BottomBar, Sidebar, useIsNavigationCovered } from './navigation.tsx';
import { TopBar } from './top-bar.tsx';

const LazyImpersonationBanner = lazyWithPreload(
  () => import('./impersonation-banner.tsx').then((module) => module.ImpersonationBanner),
  {
    onLoadError: 'throw',
  },
);
const LazySignInAgainBanner = lazyWithPreload(
  () => import('./sign-in-again-banner.tsx').then((module) => module.SignInAgainBanner),
  {
    onLoadError: 'keep',
  },
);
// These two need a network, so they are not precached.
const LazyMfaBanner = lazyWithTexts(
  () => import('./mfa-banner.tsx').then((module) => module.MfaBanner),
  ['registration', 'patterns'],
);
const LazyPendingRequestsBanner = lazyWithTexts(
  () => import('./pending-requests-banner.tsx').then((module) => module.PendingRequestsBanner),
  ['pending-requests'],
);

const useStyles = makeStyles({
  frame: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gridTemplateRows: 'auto 1fr auto',
    gridTemplateAreas: '"top top" "side main" "bottom bottom"',
    minHeight: '100dvh',
  },
  top: {
    gridArea: 'top',
    position: 'sticky',
    top: 0,
    zIndex: 100,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    paddingTop: 'env(safe-area-inset-top)',
  },
  main: { gridArea: 'main', minWidth: 0, outlineStyle: 'none' },
  skip: {
    position: 'fixed',
    top: '8px',
    insetInlineStart: '8px',
    zIndex: 5000,
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    transform: 'translateY(-200%)',
    ':focus': { transform: 'none' },
  },
});

export function DefaultLayout({ visit, children }: { visit: Visit; children: ReactNode }) {
  const styles = useStyles();
  const { currentUser, routeUser, route } = visit;
  const isCovered = useIsNavigationCovered();
  const requests = useSyncExternalStore(pendingRequests.subscribe, pendingRequests.get);
  const [isRequestsOpen, setIsRequestsOpen] = useState(false);
  const mfaCompanies = useSyncExternalStore(mfaRequirement.subscribe, mfaRequirement.get);
  if (!currentUser || !routeUser) return null;
  const menu = menuFor(routeUser);
  return (
    <>
      <a className={styles.skip} href="#main">
        <FormattedMessage id="frame.skip" />
      </a>
      <div className={styles.frame}>
        <div className={styles.top}>
          {currentUser.impersonating && <LazyImpersonationBanner companyName={currentUser.company?.name ?? ''} />}
          {visit.mustSignInAgain && <LazySignInAgainBanner />}
          {mfaCompanies && <LazyMfaBanner companies={mfaCompanies} />}
          {(requests || isRequestsOpen) && !isCovered && (
            <LazyPendingRequestsBanner
              pending={requests}
              currentUser={currentUser}
              isOpen={isRequestsOpen}
              onOpenChange={setIsRequestsOpen}
            />
          )}
          {!isCovered && <TopBar currentUser={currentUser} />}
        </div>
        <Sidebar menu={menu} collapsed={route?.sidebarCollapsed === true} />
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <BottomBar menu={menu} />
        <GlobalShortcuts menu={menu} currentUser={currentUser} />
      </div>
    </>
  );
}

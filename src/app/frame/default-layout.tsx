/** The frame of the installed app: bars above, the menu at the side or below, the screen in the middle. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { askedOfMe } from '../../session/asked-of-me.ts';
import { factorDuty } from '../../session/factor-duty.ts';
import { late } from '../../ui/loading/late.tsx';
import { menuFor } from './menu.tsx';
import type { Visit } from '../routing/use-visit.ts';
import { FrameKeys } from './frame-keys.tsx';
import { BottomBar, Sidebar, useHasScreen } from './navigation.tsx';
import { TopBar } from './top-bar.tsx';

const ImpersonationBar = late(() => import('./impersonation-bar.tsx').then((module) => module.ImpersonationBar), {
  whenLost: 'throw',
});
const SignInAgainBar = late(() => import('./sign-in-again-bar.tsx').then((module) => module.SignInAgainBar), {
  whenLost: 'wait',
});
const FactorBar = late(() => import('./late-factor-bar.ts').then((module) => module.lateFactorBar()), {
  whenLost: 'wait',
});

const AskedBar = late(() => import('./late-asked-bar.ts').then((module) => module.lateAskedBar()), {
  whenLost: 'wait',
});

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
  const { acting, visitor, route } = visit;
  const taken = useHasScreen();
  const asked = useSyncExternalStore(askedOfMe.subscribe, askedOfMe.get);
  const [answers, setAnswers] = useState(false);
  const duty = useSyncExternalStore(factorDuty.subscribe, factorDuty.get);
  if (!acting || !visitor) return null;
  const menu = menuFor(visitor);
  return (
    <>
      <a className={styles.skip} href="#main">
        <FormattedMessage id="frame.skip" />
      </a>
      <div className={styles.frame}>
        <div className={styles.top}>
          {acting.impersonating && <ImpersonationBar companyName={acting.company?.name ?? ''} />}
          {visit.mustSignInAgain && <SignInAgainBar />}
          {duty && <FactorBar companies={duty} />}
          {(asked || answers) && !taken && (
            <AskedBar asked={asked} acting={acting} isOpen={answers} onOpenChange={setAnswers} />
          )}
          {!taken && <TopBar acting={acting} />}
        </div>
        <Sidebar menu={menu} collapsed={route?.sidebarCollapsed === true} />
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
        <BottomBar menu={menu} />
        <FrameKeys menu={menu} acting={acting} />
      </div>
    </>
  );
}

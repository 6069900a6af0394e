/** What is around every screen: texts, colours, the layout that the route names, and the guards' answer. */
import { use, useEffect, useSyncExternalStore } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { IntlProvider } from '../i18n/intl-provider.tsx';
import { localeOfPath, withLocale } from '../i18n/locale-choice.ts';
import { currentLocale, subscribeToLocale } from '../i18n/locale-store.ts';
import { colourMode } from '../ui/colour-mode.ts';
import { late } from '../ui/late.tsx';
import { NotificationHost } from '../ui/notification-host.tsx';
import { ThemeRoot } from '../ui/theme-root.tsx';
import { ToastHost } from '../ui/toast-host.tsx';
import { BlankLayout } from './frame/blank-layout.tsx';
import { DefaultLayout } from './frame/default-layout.tsx';
import { menuFor } from './menu.tsx';
import { RouteErrorBoundary } from './route-error.tsx';
import { screenOf } from './screens.tsx';
import { StartTexts } from './start-texts.ts';
import { UpdateNotice } from './update-notice.tsx';
import { useArrival } from './use-arrival.ts';
import { useHere, type Here } from './use-visit.ts';
import { useScroll } from './use-scroll.ts';
import { usePrefetch } from './use-prefetch.ts';

const Refusal = late(() => import('./guard-views.tsx').then((module) => module.Refusal), { whenLost: 'throw' });

export function Root() {
  const texts = use(StartTexts);
  const { pathname } = useLocation();
  const locale = useSyncExternalStore(subscribeToLocale, () => currentLocale(pathname));
  return (
    <IntlProvider locale={locale} initial={texts}>
      <ThemeRoot>
        <Page />
        <NotificationHost />
        <ToastHost />
        <UpdateNotice />
      </ThemeRoot>
    </IntlProvider>
  );
}

function Page() {
  const here = useHere();
  const { route, decision, visitor } = here;
  const { pathname } = useLocation();
  const forced = decision?.kind === 'show' ? (route?.forcedColourMode ?? null) : null;
  useEffect(() => {
    colourMode().force(forced);
  }, [forced]);
  useArrival(here);
  useScroll();
  usePrefetch(visitor);

  if (decision === null) return null;
  if (decision.kind === 'redirect') {
    const to = withLocale(decision.to, localeOfPath(decision.to) ?? localeOfPath(pathname));
    return <Navigate to={to} replace />;
  }

  const content = (
    <RouteErrorBoundary place={pathname}>
      <Content here={here} />
    </RouteErrorBoundary>
  );
  if (!visitor || (route && route.layout !== 'default'))
    return <BlankLayout bare={route?.layout === 'iframe'}>{content}</BlankLayout>;
  return <DefaultLayout here={here}>{content}</DefaultLayout>;
}

function Content({ here }: { here: Here }) {
  const { route, pattern, decision, visitor } = here;
  if (!decision || decision.kind === 'redirect') return null;
  const Screen = decision.kind === 'show' && route ? screenOf(route) : null;
  if (Screen) {
    return (
      <Routes>
        <Route path={pattern} element={<Screen />} />
      </Routes>
    );
  }
  return decision.kind !== 'show' && <Refusal decision={decision} menu={visitor ? menuFor(visitor) : []} />;
}

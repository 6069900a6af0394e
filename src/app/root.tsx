/** Wraps every screen with texts, colour mode, the route's layout and the guards. */
import { useEffect, useSyncExternalStore } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { IntlProvider } from '../i18n/intl-provider.tsx';
import { localeOfPath, withLocale } from '../i18n/locale-choice.ts';
import { currentLocale, subscribeToLocale } from '../i18n/locale-store.ts';
import { leaveQuestion } from '../ui/form/dirty-forms.ts';
import { colourMode } from '../ui/theme/colour-mode.ts';
import { lazyWithPreload, lazyWithTexts } from '../ui/loading/lazy-component.tsx';
import { NotificationHost } from '../ui/toasts/notification-host.tsx';
import { ThemeRoot } from '../ui/theme/theme-root.tsx';
import { ToastHost } from '../ui/toasts/toast-host.tsx';
import { BlankLayout } from './frame/blank-layout.tsx';
import { DefaultLayout } from './frame/default-layout.tsx';
import { menuFor } from './frame/menu.tsx';
import { RouteErrorBoundary } from './routing/route-error.tsx';
import { lazyScreenFor } from './routing/screens.tsx';
import { UpdateNotice } from './frame/update-notice.tsx';
import { useRouteAnnouncer } from './routing/use-route-announcer.ts';
import { useVisit, type Visit } from './routing/use-visit.ts';
import { usePageScrollRestoration } from './routing/use-page-scroll-restoration.ts';
import { usePrefetchGuideSchedule, usePrefetch } from './routing/use-prefetch.ts';

const Refusal = lazyWithTexts(
  () => import('./routing/guard-refusal.tsx').then((module) => module.GuardRefusal),
  ['auth-and-guards'],
  { onLoadError: 'throw' },
);

const LeaveQuestion = lazyWithPreload(() => import('./frame/leave-dialog.tsx').then((module) => module.LeaveDialog), {
  onLoadError: 'keep',
});

export function Root() {
  const { pathname } = useLocation();
  const locale = useSyncExternalStore(subscribeToLocale, () => currentLocale(pathname));
  const hasLeaveQuestion = useSyncExternalStore(leaveQuestion.subscribe, () => leaveQuestion.get() !== null);
  return (
    <IntlProvider locale={locale}>
      <ThemeRoot>
        <Page />
        <NotificationHost />
        <ToastHost />
        <UpdateNotice />
        {hasLeaveQuestion && <LeaveQuestion />}
      </ThemeRoot>
    </IntlProvider>
  );
}

function Page() {
  const visit = useVisit();
  const { route, decision, routeUser } = visit;
  const { pathname } = useLocation();
  const forced = decision?.kind === 'show' ? (route?.forcedColourMode ?? null) : null;
  useEffect(() => {
    colourMode().force(forced);
  }, [forced]);
  useRouteAnnouncer(visit);
  usePageScrollRestoration();
  usePrefetch(routeUser);
  usePrefetchGuideSchedule();

  if (decision === null) return null;
  if (decision.kind === 'redirect') {
    const to = withLocale(decision.to, localeOfPath(decision.to) ?? localeOfPath(pathname));
    return <Navigate to={to} replace />;
  }

  const content = (
    <RouteErrorBoundary path={pathname}>
      <Content visit={visit} />
    </RouteErrorBoundary>
  );
  if (!routeUser || (route && route.layout !== 'default'))
    return <BlankLayout bare={route?.layout === 'iframe'}>{content}</BlankLayout>;
  return <DefaultLayout visit={visit}>{content}</DefaultLayout>;
}

function Content({ visit }: { visit: Visit }) {
  const { route, pattern, decision, routeUser } = visit;
  if (!decision || decision.kind === 'redirect') return null;
  const Screen = decision.kind === 'show' && route ? lazyScreenFor(route) : null;
  if (Screen) {
    return (
      <Routes>
        <Route path={pattern} element={<Screen />} />
      </Routes>
    );
  }
  return decision.kind !== 'show' && <Refusal decision={decision} menu={routeUser ? menuFor(routeUser) : []} />;
}

/** What is around every screen: texts, colours, the layout that the route names, and the guards' answer. */
import { useEffect, useSyncExternalStore } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { IntlProvider } from '../i18n/intl-provider.tsx';
import { localeOfPath, withLocale } from '../i18n/locale-choice.ts';
import { currentLocale, subscribeToLocale } from '../i18n/locale-store.ts';
import { leaveQuestion } from '../ui/form/dirty-forms.ts';
import { wantTexts } from '../i18n/messages.ts';
import { colourMode } from '../ui/theme/colour-mode.ts';
import { late } from '../ui/loading/late.tsx';
import { NotificationHost } from '../ui/toasts/notification-host.tsx';
import { ThemeRoot } from '../ui/theme/theme-root.tsx';
import { ToastHost } from '../ui/toasts/toast-host.tsx';
import { BlankLayout } from './frame/blank-layout.tsx';
import { DefaultLayout } from './frame/default-layout.tsx';
import { menuFor } from './frame/menu.tsx';
import { RouteErrorBoundary } from './routing/route-error.tsx';
import { screenOf } from './routing/screens.tsx';
import { UpdateNotice } from './frame/update-notice.tsx';
import { useArrival } from './routing/use-arrival.ts';
import { useVisit, type Visit } from './routing/use-visit.ts';
import { useScroll } from './routing/use-scroll.ts';
import { useOwnMonthsAhead, usePrefetch } from './routing/use-prefetch.ts';

const Refusal = late(
  () => Promise.all([import('./routing/guard-views.tsx'), wantTexts('doors')]).then(([module]) => module.Refusal),
  { whenLost: 'throw' },
);

const LeaveQuestion = late(() => import('./frame/leave-question.tsx').then((module) => module.LeaveQuestion), {
  whenLost: 'wait',
});

export function Root() {
  const { pathname } = useLocation();
  const locale = useSyncExternalStore(subscribeToLocale, () => currentLocale(pathname));
  const asks = useSyncExternalStore(leaveQuestion.subscribe, () => leaveQuestion.get() !== null);
  return (
    <IntlProvider locale={locale}>
      <ThemeRoot>
        <Page />
        <NotificationHost />
        <ToastHost />
        <UpdateNotice />
        {asks && <LeaveQuestion />}
      </ThemeRoot>
    </IntlProvider>
  );
}

function Page() {
  const visit = useVisit();
  const { route, decision, visitor } = visit;
  const { pathname } = useLocation();
  const forced = decision?.kind === 'show' ? (route?.forcedColourMode ?? null) : null;
  useEffect(() => {
    colourMode().force(forced);
  }, [forced]);
  useArrival(visit);
  useScroll();
  usePrefetch(visitor);
  useOwnMonthsAhead();

  if (decision === null) return null;
  if (decision.kind === 'redirect') {
    const to = withLocale(decision.to, localeOfPath(decision.to) ?? localeOfPath(pathname));
    return <Navigate to={to} replace />;
  }

  const content = (
    <RouteErrorBoundary place={pathname}>
      <Content visit={visit} />
    </RouteErrorBoundary>
  );
  if (!visitor || (route && route.layout !== 'default'))
    return <BlankLayout bare={route?.layout === 'iframe'}>{content}</BlankLayout>;
  return <DefaultLayout visit={visit}>{content}</DefaultLayout>;
}

function Content({ visit }: { visit: Visit }) {
  const { route, pattern, decision, visitor } = visit;
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

/** What is around every screen: texts, colours, the layout that the route names, and the guards' answer. */
import { use, useEffect, useSyncExternalStore } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { IntlProvider } from '../i18n/intl-provider.tsx';
import { localeOfPath, withLocale } from '../i18n/locale-choice.ts';
import { currentLocale, subscribeToLocale } from '../i18n/locale-store.ts';
import { colourMode } from '../ui/colour-mode.ts';
import { NotificationHost } from '../ui/notification-host.tsx';
import { ThemeRoot } from '../ui/theme-root.tsx';
import { ToastHost } from '../ui/toast-host.tsx';
import { ErrorPage } from './error-page.tsx';
import { BlankLayout } from './frame/blank-layout.tsx';
import { DefaultLayout } from './frame/default-layout.tsx';
import { NoAccess, NoCompany, NoSubscription } from './guard-views.tsx';
import { menuFor } from './menu.tsx';
import { StartTexts } from './start-texts.ts';
import { UpdateNotice } from './update-notice.tsx';
import { useArrival } from './use-arrival.ts';
import { useHere, type Here } from './use-visit.ts';
import { pageNotFound } from '../lib/app-error.ts';
import { usePrefetch } from './use-prefetch.ts';

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
  useEffect(() => colourMode().force(forced), [forced]);
  useArrival(here);
  usePrefetch(visitor);

  if (decision === null) return null;
  if (decision.kind === 'redirect') {
    const to = withLocale(decision.to, localeOfPath(decision.to) ?? localeOfPath(pathname));
    return <Navigate to={to} replace />;
  }

  const content = (
    <>
      <Content here={here} />
      <ScrollRestoration />
    </>
  );
  if (!visitor || (route && route.layout !== 'default'))
    return <BlankLayout bare={route?.layout === 'iframe'}>{content}</BlankLayout>;
  return <DefaultLayout here={here}>{content}</DefaultLayout>;
}

function Content({ here }: { here: Here }) {
  const { decision, visitor } = here;
  const { pathname } = useLocation();
  const menu = visitor ? menuFor(visitor) : [];
  switch (decision?.kind) {
    case 'show':
      return <Outlet />;
    case 'no-access':
      return <NoAccess anyOf={decision.anyOf} menu={menu} />;
    case 'no-subscription':
      return <NoSubscription menu={menu} />;
    case 'no-company':
      return <NoCompany menu={menu} />;
    default:
      return <ErrorPage error={pageNotFound(pathname)} menu={menu} />;
  }
}

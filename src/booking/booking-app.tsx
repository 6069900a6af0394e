import { IntlProvider } from '../i18n/intl-provider.tsx';
import { localeAt, usePageUrl } from './page-url.ts';
import './booking.css';
import { CrashGuard } from './crash-guard.tsx';
import { isEmbedded } from './embedding.ts';
import { pageAt } from './guest-page.ts';
import {
  DirectoryPage,
  UnsubscribePage,
  NextDeparturesPage,
  PartnerPage,
  PaymentPage,
  PreviewPage,
  ViewPage,
} from './lazy-pages.tsx';
import { OperatorPage } from './steps/operator-page.tsx';
import { NotFound } from './ui/error-states.tsx';

/** Preview beside the office's form. Evaluated once, as the address changes later. */
const isPreview = isEmbedded() && new URLSearchParams(window.location.search).has('preview');

/** Renders the page for the address; unpublished and unknown ones are indistinguishable. */
export function BookingApp() {
  const { path } = usePageUrl();
  const page = pageAt(path);
  return (
    <CrashGuard>
      <IntlProvider locale={localeAt(path)}>
        {page.kind === 'operator' && (isPreview ? <PreviewPage /> : <OperatorPage {...page} />)}
        {page.kind === 'next' && <NextDeparturesPage operator={page.operator} />}
        {page.kind === 'partner' && <PartnerPage organisation={page.organisation} />}
        {page.kind === 'view' && <ViewPage key={page.token} token={page.token} />}
        {page.kind === 'payment' && <PaymentPage key={page.token} token={page.token} />}
        {page.kind === 'unsubscribe' && <UnsubscribePage key={page.token} token={page.token} />}
        {page.kind === 'all' && <DirectoryPage />}
        {page.kind === 'unknown' && <NotFound path={path} />}
      </IntlProvider>
    </CrashGuard>
  );
}

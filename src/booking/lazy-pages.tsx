/** All pages except the operator's, which most guests open first. Loaded on demand. */
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';
import { PageFrame } from './ui/page-frame.tsx';
import { Waiting } from './ui/error-states.tsx';

const loadOptions = {
  onLoadError: 'throw',
  fallback: (
    <PageFrame operator={null} step="waiting">
      <Waiting isLong={false} />
    </PageFrame>
  ),
} as const;

export const ViewPage = lazyWithPreload(
  () => import('./view/view-page.tsx').then((module) => module.ViewPage),
  loadOptions,
);
export const PaymentPage = lazyWithPreload(
  () => import('./payment/payment-page.tsx').then((module) => module.PaymentPage),
  loadOptions,
);
export const UnsubscribePage = lazyWithPreload(
  () => import('./pages/unsubscribe-page.tsx').then((module) => module.UnsubscribePage),
  loadOptions,
);
export const NextDeparturesPage = lazyWithPreload(
  () => import('./pages/next-departures-page.tsx').then((module) => module.NextDeparturesPage),
  loadOptions,
);
export const DirectoryPage = lazyWithPreload(
  () => import('./pages/directory-page.tsx').then((module) => module.DirectoryPage),
  loadOptions,
);
export const PartnerPage = lazyWithPreload(
  () => import('./pages/partner-page.tsx').then((module) => module.PartnerPage),
  loadOptions,
);
export const PreviewPage = lazyWithPreload(
  () => import('./pages/preview-page.tsx').then((module) => module.PreviewPage),
  loadOptions,
);

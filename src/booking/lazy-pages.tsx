/** Pages that are only needed after a booking is made, loaded on demand. */
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';
import { PageFrame } from './ui/page-frame.tsx';
import { Waiting } from './ui/error-states.tsx';

const coming = {
  onLoadError: 'throw',
  fallback: (
    <PageFrame operator={null} step="waiting">
      <Waiting isLong={false} />
    </PageFrame>
  ),
} as const;

export const ViewPage = lazyWithPreload(() => import('./view/view-page.tsx').then((module) => module.ViewPage), coming);
export const PaymentPage = lazyWithPreload(
  () => import('./payment/payment-page.tsx').then((module) => module.PaymentPage),
  coming,
);
export const UnsubscribePage = lazyWithPreload(
  () => import('./pages/unsubscribe-page.tsx').then((module) => module.UnsubscribePage),
  coming,
);
export const NextDeparturesPage = lazyWithPreload(
  () => import('./pages/next-departures-page.tsx').then((module) => module.NextDeparturesPage),
  coming,
);
export const DirectoryPage = lazyWithPreload(
  () => import('./pages/directory-page.tsx').then((module) => module.DirectoryPage),
  coming,
);
export const PartnerPage = lazyWithPreload(
  () => import('./pages/partner-page.tsx').then((module) => module.PartnerPage),
  coming,
);
export const PreviewPage = lazyWithPreload(
  () => import('./pages/preview-page.tsx').then((module) => module.PreviewPage),
  coming,
);

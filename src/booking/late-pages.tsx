/** Pages that whoever books does not see before they have booked: their code comes when they are wanted. */
import { late } from '../ui/loading/late.tsx';
import { Frame } from './parts/frame.tsx';
import { Waiting } from './parts/trouble.tsx';

const coming = {
  whenLost: 'throw',
  fallback: (
    <Frame operator={null} step="waiting">
      <Waiting isLong={false} />
    </Frame>
  ),
} as const;

export const ViewPage = late(() => import('./view/view-page.tsx').then((module) => module.ViewPage), coming);
export const PaymentPage = late(
  () => import('./payment/payment-page.tsx').then((module) => module.PaymentPage),
  coming,
);
export const LettersPage = late(() => import('./pages/letters-page.tsx').then((module) => module.LettersPage), coming);
export const NextPage = late(() => import('./pages/next-page.tsx').then((module) => module.NextPage), coming);
export const DirectoryPage = late(
  () => import('./pages/directory-page.tsx').then((module) => module.DirectoryPage),
  coming,
);
export const PartnerPage = late(() => import('./pages/partner-page.tsx').then((module) => module.PartnerPage), coming);
export const PreviewPage = late(() => import('./pages/preview-page.tsx').then((module) => module.PreviewPage), coming);

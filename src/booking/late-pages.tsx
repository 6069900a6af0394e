/** Pages that whoever books does not see before they have booked: their code comes when they are wanted. */
import { late } from '../ui/late.tsx';
import { Frame } from './frame.tsx';
import { Waiting } from './trouble.tsx';

const coming = {
  whenLost: 'throw',
  fallback: (
    <Frame operator={null} step="waiting">
      <Waiting isLong={false} />
    </Frame>
  ),
} as const;

export const ViewPage = late(() => import('./view-page.tsx').then((module) => module.ViewPage), coming);
export const PaymentPage = late(() => import('./payment-page.tsx').then((module) => module.PaymentPage), coming);
export const LettersPage = late(() => import('./letters-page.tsx').then((module) => module.LettersPage), coming);
export const NextPage = late(() => import('./next-page.tsx').then((module) => module.NextPage), coming);
export const DirectoryPage = late(() => import('./directory-page.tsx').then((module) => module.DirectoryPage), coming);
export const PartnerPage = late(() => import('./partner-page.tsx').then((module) => module.PartnerPage), coming);
export const PreviewPage = late(() => import('./preview-page.tsx').then((module) => module.PreviewPage), coming);

import { withTexts } from '../../i18n/messages.ts';

/** `pending-requests-banner.tsx` with its texts. Not precached, as answering needs a network. */
export const lazyPendingRequestsBanner = () =>
  withTexts(import('./pending-requests-banner.tsx'), 'pending-requests').then((module) => module.PendingRequestsBanner);

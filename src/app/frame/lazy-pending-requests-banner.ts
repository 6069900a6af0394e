import { loadTexts } from '../../i18n/messages.ts';

/** `pending-requests-banner.tsx` with its texts. Not precached, as answering needs a network. */
export const lazyPendingRequestsBanner = () =>
  Promise.all([import('./pending-requests-banner.tsx'), loadTexts('pending-requests')]).then(
    ([module]) => module.PendingRequestsBanner,
  );

import { loadTexts } from '../../i18n/messages.ts';

/** `pending-requests-banner.tsx` with its texts: without a network there is nothing to answer. */
export const lazyPendingRequestsBanner = () =>
  Promise.all([import('./pending-requests-banner.tsx'), loadTexts('pending-requests')]).then(
    ([module]) => module.PendingRequestsBanner,
  );

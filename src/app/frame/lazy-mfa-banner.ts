import { loadTexts } from '../../i18n/messages.ts';

/** `mfa-banner.tsx` with its texts. Not precached, as it needs a network. */
export const lazyMfaBanner = () =>
  Promise.all([import('./mfa-banner.tsx'), loadTexts('registration'), loadTexts('patterns')]).then(
    ([module]) => module.MfaBanner,
  );

import { withTexts } from '../../i18n/messages.ts';

/** `mfa-banner.tsx` with its texts. Not precached, as it needs a network. */
export const lazyMfaBanner = () =>
  withTexts(import('./mfa-banner.tsx'), 'registration', 'patterns').then((module) => module.MfaBanner);

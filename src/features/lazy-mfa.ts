/** The dialog that adds an authenticator, with its texts. Needs a network, so it is not precached. */
import { withTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const AddFactor = lazyWithPreload(
  () => withTexts(import('./mfa/add-factor.tsx'), 'registration', 'patterns').then((module) => module.AddFactor),
  { onLoadError: 'keep' },
);

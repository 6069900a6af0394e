/** The dialog that adds an authenticator, with its texts. Needs a network, so it is not precached. */
import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const AddFactor = lazyWithPreload(
  () =>
    Promise.all([import('./mfa/add-factor.tsx'), loadTexts('registration'), loadTexts('patterns')]).then(
      ([module]) => module.AddFactor,
    ),
  { onLoadError: 'keep' },
);

/** Adding an authenticator, for whoever opens it: of no use without a network. */
import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const AddFactor = lazyWithPreload(
  () =>
    Promise.all([import('./mfa/add-factor.tsx'), loadTexts('registration'), loadTexts('patterns')]).then(
      ([module]) => module.AddFactor,
    ),
  { onLoadError: 'keep' },
);

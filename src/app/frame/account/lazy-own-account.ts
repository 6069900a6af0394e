import { loadTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const OwnAccountOverlay = lazyWithPreload(
  () =>
    Promise.all([
      import('./own-account.tsx'),
      ...['account', 'auth-and-guards', 'patterns', 'registration'].map((file) => loadTexts(file)),
    ]).then(([module]) => module.OwnAccountOverlay),
  { onLoadError: 'keep' },
);

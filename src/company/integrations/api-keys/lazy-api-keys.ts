/** Only works online. The code is loaded on demand and not precached. */
import { loadTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const ApiKeysSection = lazyWithPreload(
  () =>
    Promise.all([import('./api-keys-section.tsx'), loadTexts('api-keys')]).then(([module]) => module.ApiKeysSection),
  { onLoadError: 'keep' },
);

/** Of no use without a network: the code comes with its texts, and no device holds it from the start. */
import { loadTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const ApiKeysSection = lazyWithPreload(
  () =>
    Promise.all([import('./api-keys-section.tsx'), loadTexts('api-keys')]).then(([module]) => module.ApiKeysSection),
  { onLoadError: 'keep' },
);

/** Only works online. The code is loaded on demand and not precached. */
import { withTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const ApiKeysSection = lazyWithPreload(
  () => withTexts(import('./api-keys-section.tsx'), 'api-keys').then((module) => module.ApiKeysSection),
  { onLoadError: 'keep' },
);

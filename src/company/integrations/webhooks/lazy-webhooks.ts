/** Only works online. The code is loaded on demand and not precached. */
import { loadTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const WebhooksSection = lazyWithPreload(
  () =>
    Promise.all([import('./webhooks-section.tsx'), loadTexts('webhooks')]).then(([module]) => module.WebhooksSection),
  { onLoadError: 'keep' },
);

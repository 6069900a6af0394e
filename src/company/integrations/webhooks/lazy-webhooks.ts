/** Of no use without a network: its code comes with its texts, and no device holds it from the start. */
import { loadTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const WebhooksSection = lazyWithPreload(
  () =>
    Promise.all([import('./webhooks-section.tsx'), loadTexts('webhooks')]).then(([module]) => module.WebhooksSection),
  { onLoadError: 'keep' },
);

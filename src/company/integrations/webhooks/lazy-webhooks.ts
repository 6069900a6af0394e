/** Only works online. The code is loaded on demand and not precached. */
import { withTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const WebhooksSection = lazyWithPreload(
  () => withTexts(import('./webhooks-section.tsx'), 'webhooks').then((module) => module.WebhooksSection),
  { onLoadError: 'keep' },
);

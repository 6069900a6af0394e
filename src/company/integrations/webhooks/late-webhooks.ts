/** Of no use without a network: its code comes with its texts, and no device holds it from the start. */
import { wantTexts } from '../../../i18n/messages.ts';
import { late } from '../../../ui/loading/late.tsx';

export const WebhooksSection = late(
  () =>
    Promise.all([import('./webhooks-section.tsx'), wantTexts('webhooks')]).then(([module]) => module.WebhooksSection),
  { whenLost: 'wait' },
);

/** Of no use without a network: the code comes with its texts, and no device holds it from the start. */
import { wantTexts } from '../../../i18n/messages.ts';
import { late } from '../../../ui/loading/late.tsx';

export const ApiKeysSection = late(
  () =>
    Promise.all([import('./api-keys-section.tsx'), wantTexts('api-keys')]).then(([module]) => module.ApiKeysSection),
  { whenLost: 'wait' },
);

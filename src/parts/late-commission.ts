/** Commission is of no use without a network: it comes with its texts, and no device holds it from the start. */
import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/loading/late.tsx';

export const CommissionSection = late(
  () =>
    Promise.all([import('./commission/commission-section.tsx'), wantTexts('commission')]).then(
      ([module]) => module.CommissionSection,
    ),
  { whenLost: 'wait' },
);

/** Statements are of no use without a network: their code comes with their texts, and no device holds it from the start. */
import { wantTexts } from '../../../i18n/messages.ts';
import { late } from '../../../ui/loading/late.tsx';

export const StatementView = late(
  () =>
    Promise.all([import('./statement-view.tsx'), wantTexts('guide-pay'), wantTexts('patterns')]).then(
      ([module]) => module.StatementView,
    ),
  { whenLost: 'wait' },
);

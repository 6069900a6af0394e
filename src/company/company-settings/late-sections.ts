/** Sections that are of no use without a network: their code comes with their texts, and no device holds it from the start. */
import { wantTexts } from '../../i18n/messages.ts';
import { late } from '../../ui/loading/late.tsx';

export const LettersSection = late(
  () => Promise.all([import('./letters-section.tsx'), wantTexts('letters')]).then(([module]) => module.LettersSection),
  { whenLost: 'wait' },
);

export const CodesSection = late(
  () => Promise.all([import('./codes-section.tsx'), wantTexts('codes')]).then(([module]) => module.CodesSection),
  { whenLost: 'wait' },
);

export const FactorSection = late(
  () =>
    Promise.all([import('./factor-section.tsx'), wantTexts('registering')]).then(([module]) => module.FactorSection),
  { whenLost: 'wait' },
);

export const PaySection = late(
  () => Promise.all([import('./pay-section.tsx'), wantTexts('guide-pay')]).then(([module]) => module.PaySection),
  { whenLost: 'wait' },
);

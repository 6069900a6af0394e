import { wantTexts } from '../../i18n/messages.ts';

/** `factor-bar.tsx` with its texts: nobody needs it without a network. */
export const lateFactorBar = () =>
  Promise.all([import('./factor-bar.tsx'), wantTexts('registering'), wantTexts('patterns')]).then(
    ([module]) => module.FactorBar,
  );

/** Adding an authenticator, for whoever opens it: of no use without a network. */
import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/loading/late.tsx';

export const AddFactor = late(
  () =>
    Promise.all([import('./second-step/add-factor.tsx'), wantTexts('registering'), wantTexts('patterns')]).then(
      ([module]) => module.AddFactor,
    ),
  { whenLost: 'wait' },
);

/** What the sign-in page shows of the ways in, and travels without. */
import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/late.tsx';

const parts = () =>
  Promise.all([import('./ways-in.ts'), wantTexts('registering'), wantTexts('patterns')]).then(([pages]) => pages);

export const LoginLink = late(() => parts().then((pages) => pages.LoginLink), { whenLost: 'throw' });
export const ResendButton = late(() => parts().then((pages) => pages.ResendButton), { whenLost: 'wait' });
const step = () => Promise.all([import('./factor-step.tsx'), wantTexts('factors')]).then(([module]) => module);
export const FactorStep = late(() => step().then((module) => module.FactorStep), { whenLost: 'wait' });
export const FactorPage = late(() => step().then((module) => module.FactorPage), { whenLost: 'wait' });

export const ProviderButtons = late(
  () =>
    Promise.all([import('./provider-buttons.tsx'), wantTexts('providers')]).then(([module]) => module.ProviderButtons),
  { whenLost: 'wait' },
);
export const ProviderReturn = late(
  () =>
    Promise.all([import('./provider-return.tsx'), wantTexts('providers')]).then(([module]) => module.ProviderReturn),
  { whenLost: 'throw' },
);

/** What the sign-in page shows of the ways in, and travels without. */
import { wantTexts } from '../../i18n/messages.ts';
import { late } from '../../ui/loading/late.tsx';

const parts = () =>
  Promise.all([import('../ways-in.ts'), wantTexts('registering'), wantTexts('patterns')]).then(([pages]) => pages);

export const LoginLink = late(() => parts().then((pages) => pages.LoginLink), { whenLost: 'throw' });
export const ResendButton = late(() => parts().then((pages) => pages.ResendButton), { whenLost: 'wait' });

const steps = () => Promise.all([import('./login-steps.ts'), wantTexts('registering')]).then(([module]) => module);
export const FactorPage = late(() => steps().then((module) => module.FactorPage), { whenLost: 'wait' });
export const ProviderButtons = late(() => steps().then((module) => module.ProviderButtons), { whenLost: 'wait' });

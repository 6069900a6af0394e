/** Lazy parts of the sign-in page. */
import { withTexts } from '../../i18n/messages.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';

const loadPages = () => withTexts(import('../auth-pages.ts'), 'registration', 'patterns').then((pages) => pages);

export const LoginLink = lazyWithPreload(() => loadPages().then((pages) => pages.LoginLink), { onLoadError: 'throw' });
export const ResendButton = lazyWithPreload(() => loadPages().then((pages) => pages.ResendButton), {
  onLoadError: 'keep',
});

const steps = () => withTexts(import('./login-steps.ts'), 'registration').then((module) => module);
export const MfaPage = lazyWithPreload(() => steps().then((module) => module.MfaPage), { onLoadError: 'keep' });
export const ProviderButtons = lazyWithPreload(() => steps().then((module) => module.ProviderButtons), {
  onLoadError: 'keep',
});

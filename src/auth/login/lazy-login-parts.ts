/** Lazy parts of the sign-in page. */
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';

export const LoginLink = lazyWithTexts(
  () => import('../auth-pages.ts').then((pages) => pages.LoginLink),
  ['registration', 'patterns'],
  { onLoadError: 'throw' },
);

export const ResendButton = lazyWithTexts(
  () => import('../auth-pages.ts').then((pages) => pages.ResendButton),
  ['registration', 'patterns'],
);

export const MfaPage = lazyWithTexts(() => import('./login-steps.ts').then((steps) => steps.MfaPage), ['registration']);

export const ProviderButtons = lazyWithTexts(
  () => import('./login-steps.ts').then((steps) => steps.ProviderButtons),
  ['registration'],
);

/** Sections that only work online. Their code is loaded on demand and not precached. */
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';

export const CodesSection = lazyWithTexts(
  () => import('./codes-section.tsx').then((module) => module.CodesSection),
  ['codes'],
);

export const EmailTemplatesSection = lazyWithTexts(
  () => import('./email-templates-section.tsx').then((module) => module.EmailTemplatesSection),
  ['email-templates'],
);

export const MfaSection = lazyWithTexts(
  () => import('./mfa-section.tsx').then((module) => module.MfaSection),
  ['registration'],
);

export const PaySection = lazyWithTexts(
  () => import('./pay-section.tsx').then((module) => module.PaySection),
  ['guide-pay'],
);

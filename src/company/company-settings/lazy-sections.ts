/** Sections that only work online. Their code is loaded on demand and not precached. */
import { withTexts } from '../../i18n/messages.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';

export const EmailTemplatesSection = lazyWithPreload(
  () =>
    withTexts(import('./email-templates-section.tsx'), 'email-templates').then(
      (module) => module.EmailTemplatesSection,
    ),
  { onLoadError: 'keep' },
);

export const CodesSection = lazyWithPreload(
  () => withTexts(import('./codes-section.tsx'), 'codes').then((module) => module.CodesSection),
  { onLoadError: 'keep' },
);

export const MfaSection = lazyWithPreload(
  () => withTexts(import('./mfa-section.tsx'), 'registration').then((module) => module.MfaSection),
  { onLoadError: 'keep' },
);

export const PaySection = lazyWithPreload(
  () => withTexts(import('./pay-section.tsx'), 'guide-pay').then((module) => module.PaySection),
  { onLoadError: 'keep' },
);

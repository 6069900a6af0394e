/** Sections that only work online. Their code is loaded on demand and not precached. */
import { loadTexts } from '../../i18n/messages.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';

export const EmailTemplatesSection = lazyWithPreload(
  () =>
    Promise.all([import('./email-templates-section.tsx'), loadTexts('email-templates')]).then(
      ([module]) => module.EmailTemplatesSection,
    ),
  { onLoadError: 'keep' },
);

export const CodesSection = lazyWithPreload(
  () => Promise.all([import('./codes-section.tsx'), loadTexts('codes')]).then(([module]) => module.CodesSection),
  { onLoadError: 'keep' },
);

export const MfaSection = lazyWithPreload(
  () => Promise.all([import('./mfa-section.tsx'), loadTexts('registration')]).then(([module]) => module.MfaSection),
  { onLoadError: 'keep' },
);

export const PaySection = lazyWithPreload(
  () => Promise.all([import('./pay-section.tsx'), loadTexts('guide-pay')]).then(([module]) => module.PaySection),
  { onLoadError: 'keep' },
);

/** Needs a network, so it is loaded with its texts on demand and not precached. */
import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const CommissionSection = lazyWithPreload(
  () =>
    Promise.all([import('./commission/commission-section.tsx'), loadTexts('commission')]).then(
      ([module]) => module.CommissionSection,
    ),
  { onLoadError: 'keep' },
);

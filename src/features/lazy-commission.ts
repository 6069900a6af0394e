/** Commission is of no use without a network: it comes with its texts, and no device holds it from the start. */
import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const CommissionSection = lazyWithPreload(
  () =>
    Promise.all([import('./commission/commission-section.tsx'), loadTexts('commission')]).then(
      ([module]) => module.CommissionSection,
    ),
  { onLoadError: 'keep' },
);

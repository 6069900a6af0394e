/** Needs a network, so it is loaded with its texts on demand and not precached. */
import { withTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const CommissionSection = lazyWithPreload(
  () =>
    withTexts(import('./commission/commission-section.tsx'), 'commission').then((module) => module.CommissionSection),
  { onLoadError: 'keep' },
);

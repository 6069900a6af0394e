/** Only works online. The code is loaded on demand and not precached. */
import { loadTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const StatementView = lazyWithPreload(
  () =>
    Promise.all([import('./statement-view.tsx'), loadTexts('guide-pay'), loadTexts('patterns')]).then(
      ([module]) => module.StatementView,
    ),
  { onLoadError: 'keep' },
);

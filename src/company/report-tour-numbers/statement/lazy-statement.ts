/** Statements are of no use without a network: their code comes with their texts, and no device holds it from the start. */
import { loadTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const StatementView = lazyWithPreload(
  () =>
    Promise.all([import('./statement-view.tsx'), loadTexts('guide-pay'), loadTexts('patterns')]).then(
      ([module]) => module.StatementView,
    ),
  { onLoadError: 'keep' },
);

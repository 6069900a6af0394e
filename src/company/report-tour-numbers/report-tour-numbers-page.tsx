/** /report-tour-numbers. What it needs is named here and not in the table of routes, which every start reads. */
import { loadTexts } from '../../i18n/messages.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';

export const Component = lazyWithPreload(
  () =>
    Promise.all([import('./reports-screen.tsx'), loadTexts('report-tour-numbers')]).then(
      ([module]) => module.ReportsScreen,
    ),
  { onLoadError: 'throw' },
);

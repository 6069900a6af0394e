/** /report-tour-numbers. What it needs is named here and not in the table of routes, which every start reads. */
import { wantTexts } from '../../i18n/messages.ts';
import { late } from '../../ui/loading/late.tsx';

export const Component = late(
  () =>
    Promise.all([import('./reports-screen.tsx'), wantTexts('report-tour-numbers')]).then(
      ([module]) => module.ReportsScreen,
    ),
  { whenLost: 'throw' },
);

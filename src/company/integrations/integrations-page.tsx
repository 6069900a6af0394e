/** /integrations. What it needs is named here and not in the table of routes, which every start reads. */
import { wantTexts } from '../../i18n/messages.ts';
import { late } from '../../ui/loading/late.tsx';

export const Component = late(
  () =>
    Promise.all([import('./integrations-screen.tsx'), wantTexts('integrations'), wantTexts('patterns')]).then(
      ([module]) => module.IntegrationsScreen,
    ),
  { whenLost: 'throw' },
);

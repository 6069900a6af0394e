/** /integrations. Preloads are declared here and not in the route table, which every page load reads. */
import { loadTexts } from '../../i18n/messages.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';

export const Component = lazyWithPreload(
  () =>
    Promise.all([import('./integrations-screen.tsx'), loadTexts('integrations'), loadTexts('patterns')]).then(
      ([module]) => module.IntegrationsScreen,
    ),
  { onLoadError: 'throw' },
);

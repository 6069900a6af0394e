/** /integrations. Preloads are declared here and not in the route table, which every page load reads. */
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';

export const Component = lazyWithTexts(
  () => import('./integrations-screen.tsx').then((module) => module.IntegrationsScreen),
  ['integrations', 'patterns'],
  { onLoadError: 'throw' },
);

/** /dashboard. Preloads are declared here and not in the route table, which every page load reads. */
import { withTexts } from '../../i18n/messages.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';

export const Component = lazyWithPreload(
  () => withTexts(import('./dashboard-screen.tsx'), 'dashboard', 'patterns').then((module) => module.DashboardScreen),
  { onLoadError: 'throw' },
);

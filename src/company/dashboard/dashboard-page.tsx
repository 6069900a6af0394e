/** /dashboard. Preloads are declared here and not in the route table, which every page load reads. */
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';

export const Component = lazyWithTexts(
  () => import('./dashboard-screen.tsx').then((module) => module.DashboardScreen),
  ['dashboard', 'patterns'],
  { onLoadError: 'throw' },
);

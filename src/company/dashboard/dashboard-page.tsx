/** /dashboard. Names its texts here and not in the route table, which is part of every page load. */
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';

export const Component = lazyWithTexts(
  () => import('./dashboard-screen.tsx').then((module) => module.DashboardScreen),
  ['dashboard', 'patterns'],
  { onLoadError: 'throw' },
);

/** /report-tour-numbers. Preloads are declared here and not in the route table, which every page load reads. */
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';

export const Component = lazyWithTexts(
  () => import('./reports-screen.tsx').then((module) => module.ReportsScreen),
  ['report-tour-numbers'],
  { onLoadError: 'throw' },
);

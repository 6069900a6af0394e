/**
 * /report-tour-numbers. Names its texts itself: the route table would add those of the patterns, which only its online
 * parts need.
 */
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';

export const Component = lazyWithTexts(
  () => import('./reports-screen.tsx').then((module) => module.ReportsScreen),
  ['report-tour-numbers'],
  { onLoadError: 'throw' },
);

/** Not in `lazy-features.ts`: the app's frame imports this file, and would load that whole table at the start. */
import { lazyWithTexts } from '../ui/loading/lazy-component.tsx';

export const GuideTime = lazyWithTexts(
  () => import('./guide-time/guide-time.tsx').then((module) => module.GuideTime),
  ['patterns', 'guide-time'],
);

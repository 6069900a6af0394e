/** Apart from `lazy-features.ts`, which would be precached with the frame that opens this one. */
import { lazyWithTexts } from '../ui/loading/lazy-component.tsx';

export const GuideTime = lazyWithTexts(
  () => import('./guide-time/guide-time.tsx').then((module) => module.GuideTime),
  ['patterns', 'guide-time'],
);

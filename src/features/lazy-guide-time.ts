import type { Uuid } from '../domain/ids.ts';
import { withTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

/** `guide-time/guide-time.tsx` with its texts. */
export const GuideTime = lazyWithPreload(
  () => withTexts(import('./guide-time/guide-time.tsx'), 'patterns', 'guide-time').then((module) => module.GuideTime),
  { onLoadError: 'keep' },
);

/** Preloads the code and the guide's own months, so that they are available offline. */
export async function prefetchGuideTime(company: { id: Uuid; timeZone: string }): Promise<void> {
  const [{ prefetchMyMonths }] = await Promise.all([import('./guide-time/my-month-query.ts'), GuideTime.preload()]);
  prefetchMyMonths(company);
}

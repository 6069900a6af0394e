import type { Uuid } from '../domain/ids.ts';
import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/loading/late.tsx';

/** `guide-time/guide-time.tsx` with its texts, for whoever opens it. */
export const GuideTime = late(
  () =>
    Promise.all([import('./guide-time/guide-time.tsx'), wantTexts('patterns'), wantTexts('guide-time')]).then(
      ([module]) => module.GuideTime,
    ),
  { whenLost: 'wait' },
);

/** For who guides: the part and their months are on the device before there is no network. */
export async function holdGuideTime(company: { id: Uuid; timeZone: string }): Promise<void> {
  const [{ askMonthsAhead }] = await Promise.all([import('./guide-time/mine.ts'), GuideTime.preload()]);
  askMonthsAhead(company);
}

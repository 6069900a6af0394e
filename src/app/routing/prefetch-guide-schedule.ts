import { prefetchGuideTime } from '../../features/lazy-guide-time.ts';
import type { Acting } from '../../session/use-session.ts';
import { canGuideHere } from '../frame/can-guide-here.ts';

/** Holds on the device what a guide reads underground: their own months in the company they act for. Nobody else is asked to hold it. */
export async function prefetchGuideSchedule(acting: Acting): Promise<void> {
  if (!canGuideHere(acting) || !acting.company) return;
  await prefetchGuideTime(acting.company);
}

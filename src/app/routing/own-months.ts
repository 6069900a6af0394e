import { holdGuideTime } from '../../parts/late-guide-time.ts';
import type { Acting } from '../../session/use-session.ts';
import { guidesHere } from '../frame/guides-here.ts';

/** Holds on the device what a guide reads underground: their own months in the company they act for. Nobody else is asked to hold it. */
export async function holdOwnMonths(acting: Acting): Promise<void> {
  if (!guidesHere(acting) || !acting.company) return;
  await holdGuideTime(acting.company);
}

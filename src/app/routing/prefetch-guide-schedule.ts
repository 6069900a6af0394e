import { prefetchGuideTime } from '../../features/lazy-guide-time.ts';
import type { CurrentUser } from '../../session/use-session.ts';
import { canGuideHere } from '../frame/can-guide-here.ts';

/** Stores a guide's own months in the current company on the device, for use offline. Does nothing for other roles. */
export async function prefetchGuideSchedule(currentUser: CurrentUser): Promise<void> {
  if (!canGuideHere(currentUser) || !currentUser.company) return;
  await prefetchGuideTime(currentUser.company);
}

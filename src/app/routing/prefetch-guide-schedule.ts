import { GuideTime } from '../../features/lazy-guide-time.ts';
import type { CurrentUser } from '../../session/use-session.ts';
import { canGuideHere } from '../frame/can-guide-here.ts';

/**
 * Loads the code of the guide's schedule and stores the guide's own months in the current company on the device, for
 * use offline. Does nothing for other roles.
 */
export async function prefetchGuideSchedule(currentUser: CurrentUser): Promise<void> {
  const { company } = currentUser;
  if (!canGuideHere(currentUser) || !company) return;
  const months = import('../../features/guide-time/my-month-query.ts');
  const [{ prefetchMyMonths }] = await Promise.all([months, GuideTime.preload()]);
  prefetchMyMonths(company);
}

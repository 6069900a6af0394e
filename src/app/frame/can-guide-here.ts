import type { CurrentUser } from '../../session/use-session.ts';

/** Whether the person can be assigned to departures of the current company; partners acting for it cannot. */
export const canGuideHere = ({ can, company, impersonating }: CurrentUser): boolean =>
  company !== null && !impersonating && (can('CHECK_IN_ACCESS') || can('INDIVIDUAL_SCHEDULE_ACCESS'));

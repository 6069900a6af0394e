import { resumeHold } from '../../data/public-booking.ts';
import { getFlow, idempotencyKeyFor, setCurrentHold } from './booking-flow.ts';

/** Resumes the hold of a former load of this frame (`../stored-progress.ts`). Without one, the guest starts over. */
export async function resumeFormerHold(resume: string): Promise<void> {
  const response = await resumeHold({ resume, token: getFlow().token });
  if (!response.ok) return;
  // This key is never sent: any stored key makes `holdToken` return the token, which now holds seats.
  idempotencyKeyFor(`resume ${resume}`);
  setCurrentHold(response.data.booking);
}

/** The forms of the later steps: their code comes while the step before is read, or beside what their own step asks of the server. */
import { useEffect } from 'react';
import { late, type Late } from '../../ui/loading/late.tsx';
import { whenIdle } from '../../lib/when-idle.ts';
import { Waiting } from '../parts/trouble.tsx';

const coming = { whenLost: 'throw', fallback: <Waiting isLong={false} /> } as const;

export const PartyPart = late(() => import('./party-part.tsx').then((module) => module.PartyPart), coming);
export const DetailsForm = late(() => import('./details-form.tsx').then((module) => module.DetailsForm), coming);

type Part = Pick<Late<object>, 'preload'>;

// What does not come now is asked for again when it is wanted.
const fetchPart = (part: Part) => void part.preload().catch(() => undefined);

/** For a step: fetches the code of `now`, which it is about to show, and in idle time of `next`, so that neither hangs on a network that is there now. */
export function useFetchedAhead({ now, next }: { now?: Part; next?: Part }): void {
  useEffect(() => {
    if (now) fetchPart(now);
    return next && whenIdle(() => fetchPart(next));
  }, [now, next]);
}

/** The forms of the later steps: their code comes while the step before is read, or beside what their own step asks of the server. */
import { useEffect } from 'react';
import { lazyWithPreload, type LazyComponent } from '../../ui/loading/lazy-component.tsx';
import { whenIdle } from '../../lib/when-idle.ts';
import { Waiting } from '../ui/error-states.tsx';

const coming = { onLoadError: 'throw', fallback: <Waiting isLong={false} /> } as const;

export const PartySection = lazyWithPreload(
  () => import('./party-section.tsx').then((module) => module.PartySection),
  coming,
);
export const DetailsForm = lazyWithPreload(
  () => import('./details-form.tsx').then((module) => module.DetailsForm),
  coming,
);

type Part = Pick<LazyComponent<object>, 'preload'>;

// What does not come now is asked for again when it is wanted.
const fetchPart = (part: Part) => void part.preload().catch(() => undefined);

/** For a step: fetches the code of `now`, which it is about to show, and in idle time of `next`, so that neither hangs on a network that is there now. */
export function usePreloadForms({ now, next }: { now?: Part; next?: Part }): void {
  useEffect(() => {
    if (now) fetchPart(now);
    return next && whenIdle(() => fetchPart(next));
  }, [now, next]);
}

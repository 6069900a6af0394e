/** Forms of the later steps, loaded while the previous step is read or in parallel with their own data. */
import { useEffect } from 'react';
import { lazyWithPreload, type LazyComponent } from '../../ui/loading/lazy-component.tsx';
import { whenIdle } from '../../lib/when-idle.ts';
import { Waiting } from '../ui/error-states.tsx';

const loadOptions = { onLoadError: 'throw', fallback: <Waiting isLong={false} /> } as const;

export const PartySection = lazyWithPreload(
  () => import('./party-section.tsx').then((module) => module.PartySection),
  loadOptions,
);
export const DetailsForm = lazyWithPreload(
  () => import('./details-form.tsx').then((module) => module.DetailsForm),
  loadOptions,
);

type Preloadable = Pick<LazyComponent<object>, 'preload'>;

// A chunk that fails to load is retried when it is rendered.
const preloadForm = (form: Preloadable) => void form.preload().catch(() => undefined);

/**
 * Loads the code of `now`, which the step is about to show, and that of `next` when idle, so that it doesn't depend on
 * the network later.
 */
export function usePreloadForms({ now, next }: { now?: Preloadable; next?: Preloadable }): void {
  useEffect(() => {
    if (now) preloadForm(now);
    return next && whenIdle(() => preloadForm(next));
  }, [now, next]);
}

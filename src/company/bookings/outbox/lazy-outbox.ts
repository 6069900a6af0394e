/** The outbox, whose code comes when it is wanted. */
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const Outbox = lazyWithPreload(() => import('./outbox.tsx').then((module) => module.Outbox), {
  onLoadError: 'keep',
});

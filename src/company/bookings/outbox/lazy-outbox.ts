import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const Outbox = lazyWithPreload(() => import('./outbox.tsx').then((module) => module.Outbox), {
  onLoadError: 'keep',
});

import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';

export const CodePanel = lazyWithPreload(() => import('./code-panel.tsx').then((module) => module.CodePanel), {
  onLoadError: 'keep',
});

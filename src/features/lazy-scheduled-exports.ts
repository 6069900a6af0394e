import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const ScheduledExports = lazyWithPreload(
  () =>
    Promise.all([
      import('./scheduled-exports/exports-section.tsx'),
      loadTexts('patterns'),
      loadTexts('scheduled-exports'),
    ]).then(([module]) => module.ScheduledExportsSection),
  { onLoadError: 'keep' },
);

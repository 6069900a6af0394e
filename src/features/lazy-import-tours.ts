import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const ImportTours = lazyWithPreload(
  () =>
    Promise.all([import('./import/import-tours.tsx'), loadTexts('patterns'), loadTexts('import')]).then(
      ([module]) => module.ImportTours,
    ),
  { onLoadError: 'keep' },
);

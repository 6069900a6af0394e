import { withTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const ImportTours = lazyWithPreload(
  () => withTexts(import('./import/import-tours.tsx'), 'patterns', 'import').then((module) => module.ImportTours),
  { onLoadError: 'keep' },
);

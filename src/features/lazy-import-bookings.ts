import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const ImportBookings = lazyWithPreload(
  () =>
    Promise.all([import('./import/import-bookings.tsx'), loadTexts('patterns'), loadTexts('import')]).then(
      ([module]) => module.ImportBookings,
    ),
  { onLoadError: 'keep' },
);

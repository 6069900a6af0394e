import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

/** The import of bookings with its texts, in place of the screen that it belongs to. */
export const ImportBookings = lazyWithPreload(
  () =>
    Promise.all([import('./import/import-bookings.tsx'), loadTexts('patterns'), loadTexts('import')]).then(
      ([module]) => module.ImportBookings,
    ),
  { onLoadError: 'keep' },
);

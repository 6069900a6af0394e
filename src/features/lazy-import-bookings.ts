import { withTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const ImportBookings = lazyWithPreload(
  () => withTexts(import('./import/import-bookings.tsx'), 'patterns', 'import').then((module) => module.ImportBookings),
  { onLoadError: 'keep' },
);

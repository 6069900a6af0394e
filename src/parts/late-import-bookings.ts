import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/loading/late.tsx';

/** The import of bookings with its texts, in place of the screen that it belongs to. */
export const ImportBookings = late(
  () =>
    Promise.all([import('./import/import-bookings.tsx'), wantTexts('patterns'), wantTexts('import')]).then(
      ([module]) => module.ImportBookings,
    ),
  { whenLost: 'wait' },
);

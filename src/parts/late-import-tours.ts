import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/loading/late.tsx';

/** The import of tours with its texts, in place of the screen that it belongs to. */
export const ImportTours = late(
  () =>
    Promise.all([import('./import/import-tours.tsx'), wantTexts('patterns'), wantTexts('import')]).then(
      ([module]) => module.ImportTours,
    ),
  { whenLost: 'wait' },
);

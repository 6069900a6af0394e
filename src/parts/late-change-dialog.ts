import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/loading/late.tsx';

/** `departure-changes/change-dialog.tsx` with its texts, which are the calendar's. */
export const ChangeDialog = late(
  () =>
    Promise.all([import('./departure-changes/change-dialog.tsx'), wantTexts('patterns'), wantTexts('calendar')]).then(
      ([module]) => module.ChangeDialog,
    ),
  { whenLost: 'wait' },
);

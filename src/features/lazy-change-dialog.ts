import { withTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

/** `departure-changes/change-dialog.tsx` with its texts, which it shares with the calendar. */
export const ChangeDialog = lazyWithPreload(
  () =>
    withTexts(import('./departure-changes/change-dialog.tsx'), 'patterns', 'calendar').then(
      (module) => module.ChangeDialog,
    ),
  { onLoadError: 'keep' },
);

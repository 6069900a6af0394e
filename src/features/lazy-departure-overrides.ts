import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

/** `departure-overrides/departure-overrides-dialog.tsx` with its texts; guide conflicts use the calendar's. */
export const DepartureOverridesDialog = lazyWithPreload(
  () =>
    Promise.all([
      import('./departure-overrides/departure-overrides-dialog.tsx'),
      loadTexts('patterns'),
      loadTexts('calendar'),
      loadTexts('departure-overrides'),
    ]).then(([module]) => module.DepartureOverridesDialog),
  { onLoadError: 'keep' },
);

import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

/** `departure-overrides/departure-overrides-dialog.tsx` with its texts; what speaks against a guide is said as the calendar says it. */
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

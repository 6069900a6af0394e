import { loadTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

/** `calendars-section.tsx` as a lazy component. */
export const CalendarsSection = lazyWithPreload(
  () =>
    Promise.all([import('./calendars-section.tsx'), loadTexts('calendar-feeds')]).then(
      ([module]) => module.CalendarsSection,
    ),
  { onLoadError: 'keep' },
);

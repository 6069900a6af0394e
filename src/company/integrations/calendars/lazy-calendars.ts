import { loadTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const CalendarFeedsSection = lazyWithPreload(
  () =>
    Promise.all([import('./calendars-section.tsx'), loadTexts('calendar-feeds')]).then(
      ([module]) => module.CalendarsSection,
    ),
  { onLoadError: 'keep' },
);

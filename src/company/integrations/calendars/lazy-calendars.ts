import { withTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const CalendarFeedsSection = lazyWithPreload(
  () => withTexts(import('./calendars-section.tsx'), 'calendar-feeds').then((module) => module.CalendarsSection),
  { onLoadError: 'keep' },
);

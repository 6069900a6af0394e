import { wantTexts } from '../../../i18n/messages.ts';
import { late } from '../../../ui/loading/late.tsx';

/** `calendars-section.tsx` with its texts, for whoever opens it. */
export const CalendarsSection = late(
  () =>
    Promise.all([import('./calendars-section.tsx'), wantTexts('calendar-feeds')]).then(
      ([module]) => module.CalendarsSection,
    ),
  { whenLost: 'wait' },
);

import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/loading/late.tsx';

/** Exports that go by mail, with their texts. */
export const ScheduledExports = late(
  () =>
    Promise.all([
      import('./scheduled-exports/exports-section.tsx'),
      wantTexts('patterns'),
      wantTexts('scheduled-exports'),
    ]).then(([module]) => module.ScheduledExportsSection),
  { whenLost: 'wait' },
);

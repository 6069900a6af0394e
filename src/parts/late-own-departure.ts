import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/loading/late.tsx';

/** `own-departure/own-departure.tsx` with its texts; what speaks against a guide is said as the calendar says it. */
export const OwnDeparture = late(
  () =>
    Promise.all([
      import('./own-departure/own-departure.tsx'),
      wantTexts('patterns'),
      wantTexts('calendar'),
      wantTexts('own-departure'),
    ]).then(([module]) => module.OwnDeparture),
  { whenLost: 'wait' },
);

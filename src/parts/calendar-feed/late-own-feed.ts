import { wantTexts } from '../../i18n/messages.ts';
import { late } from '../../ui/loading/late.tsx';

/** `own-feed.tsx` with its texts; of no use without a network, so no device holds it. */
export const OwnFeed = late(
  () => Promise.all([import('./own-feed.tsx'), wantTexts('calendar-feeds')]).then(([module]) => module.OwnFeed),
  { whenLost: 'wait' },
);

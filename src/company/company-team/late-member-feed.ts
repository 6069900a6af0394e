import { wantTexts } from '../../i18n/messages.ts';
import { late } from '../../ui/loading/late.tsx';

/** `member-feed.tsx` with its texts, for whoever looks at somebody who guides. */
export const MemberFeed = late(
  () => Promise.all([import('./member-feed.tsx'), wantTexts('calendar-feeds')]).then(([module]) => module.MemberFeed),
  { whenLost: 'wait' },
);

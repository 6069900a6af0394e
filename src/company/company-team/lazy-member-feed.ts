import { loadTexts } from '../../i18n/messages.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';

export const MemberFeed = lazyWithPreload(
  () => Promise.all([import('./member-feed.tsx'), loadTexts('calendar-feeds')]).then(([module]) => module.MemberFeed),
  { onLoadError: 'keep' },
);

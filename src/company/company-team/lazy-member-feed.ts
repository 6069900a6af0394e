import { withTexts } from '../../i18n/messages.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';

export const MemberFeed = lazyWithPreload(
  () => withTexts(import('./member-feed.tsx'), 'calendar-feeds').then((module) => module.MemberFeed),
  { onLoadError: 'keep' },
);

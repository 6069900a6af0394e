import { withTexts } from '../../i18n/messages.ts';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';

/** `own-feed.tsx` with its texts. Needs a network, so it is not precached. */
export const OwnFeed = lazyWithPreload(
  () => withTexts(import('./own-feed.tsx'), 'calendar-feeds').then((module) => module.OwnFeed),
  { onLoadError: 'keep' },
);

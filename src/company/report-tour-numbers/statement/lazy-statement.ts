/** Only works online. The code is loaded on demand and not precached. */
import { withTexts } from '../../../i18n/messages.ts';
import { lazyWithPreload } from '../../../ui/loading/lazy-component.tsx';

export const StatementView = lazyWithPreload(
  () => withTexts(import('./statement-view.tsx'), 'guide-pay', 'patterns').then((module) => module.StatementView),
  { onLoadError: 'keep' },
);

/** Needs a network, so it is loaded with its texts on demand and not precached. */
import { withTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const AccountPanel = lazyWithPreload(
  () => withTexts(import('./partner-accounts/account-panel.tsx'), 'accounts').then((module) => module.AccountPanel),
  { onLoadError: 'keep' },
);

/** Needs a network as well. */
export const LimitDialog = lazyWithPreload(
  () => withTexts(import('./partner-accounts/limit-dialog.tsx'), 'accounts').then((module) => module.LimitDialog),
  { onLoadError: 'keep' },
);

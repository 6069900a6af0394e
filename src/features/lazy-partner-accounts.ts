/** Accounts are of no use without a network: they come with their texts, and no device holds them from the start. */
import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const AccountPanel = lazyWithPreload(
  () =>
    Promise.all([import('./partner-accounts/account-panel.tsx'), loadTexts('accounts')]).then(
      ([module]) => module.AccountPanel,
    ),
  { onLoadError: 'keep' },
);

/** Likewise, and what it asks for is typed. */
export const LimitDialog = lazyWithPreload(
  () =>
    Promise.all([import('./partner-accounts/limit-dialog.tsx'), loadTexts('accounts')]).then(
      ([module]) => module.LimitDialog,
    ),
  { onLoadError: 'keep' },
);

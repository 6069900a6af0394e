/** Accounts are of no use without a network: they come with their texts, and no device holds them from the start. */
import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/loading/late.tsx';

export const AccountPanel = late(
  () =>
    Promise.all([import('./accounts/account-panel.tsx'), wantTexts('accounts')]).then(
      ([module]) => module.AccountPanel,
    ),
  { whenLost: 'wait' },
);

/** Likewise, and what it asks for is typed. */
export const LimitDialog = late(
  () =>
    Promise.all([import('./accounts/limit-dialog.tsx'), wantTexts('accounts')]).then(([module]) => module.LimitDialog),
  { whenLost: 'wait' },
);

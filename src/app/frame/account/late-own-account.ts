import { wantTexts } from '../../../i18n/messages.ts';
import { late } from '../../../ui/loading/late.tsx';

/** `own-account.tsx` with its texts, for whoever opens it. */
export const OwnAccount = late(
  () =>
    Promise.all([
      import('./own-account.tsx'),
      ...['account', 'doors', 'patterns', 'registering'].map((file) => wantTexts(file)),
    ]).then(([module]) => module.OwnAccount),
  { whenLost: 'wait' },
);

/** Agreements are of no use without a network: they come with their texts, and no device holds them from the start. */
import { wantTexts } from '../i18n/messages.ts';
import { late } from '../ui/loading/late.tsx';

export const AgreementsSection = late(
  () =>
    Promise.all([import('./agreements/agreements-section.tsx'), wantTexts('agreements')]).then(
      ([module]) => module.AgreementsSection,
    ),
  { whenLost: 'wait' },
);

/** Likewise, and what it asks for is typed: it waits until it has come. */
export const InviteCompany = late(
  () =>
    Promise.all([import('./agreements/invite-company.tsx'), wantTexts('agreements')]).then(
      ([module]) => module.InviteCompany,
    ),
  { whenLost: 'wait' },
);

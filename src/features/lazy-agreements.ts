/** Agreements are of no use without a network: they come with their texts, and no device holds them from the start. */
import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const AgreementsSection = lazyWithPreload(
  () =>
    Promise.all([import('./agreements/agreements-section.tsx'), loadTexts('agreements')]).then(
      ([module]) => module.AgreementsSection,
    ),
  { onLoadError: 'keep' },
);

/** Likewise, and what it asks for is typed: it waits until it has come. */
export const InviteCompany = lazyWithPreload(
  () =>
    Promise.all([import('./agreements/invite-company.tsx'), loadTexts('agreements')]).then(
      ([module]) => module.InviteCompany,
    ),
  { onLoadError: 'keep' },
);

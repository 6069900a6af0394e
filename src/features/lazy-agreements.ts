/** Needs a network, so it is loaded with its texts on demand and not precached. */
import { loadTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const AgreementsSection = lazyWithPreload(
  () =>
    Promise.all([import('./agreements/agreements-section.tsx'), loadTexts('agreements')]).then(
      ([module]) => module.AgreementsSection,
    ),
  { onLoadError: 'keep' },
);

/** Needs a network as well; its form waits until the code is loaded. */
export const InviteCompany = lazyWithPreload(
  () =>
    Promise.all([import('./agreements/invite-company.tsx'), loadTexts('agreements')]).then(
      ([module]) => module.InviteCompany,
    ),
  { onLoadError: 'keep' },
);

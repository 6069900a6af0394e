/** Needs a network, so it is loaded with its texts on demand and not precached. */
import { withTexts } from '../i18n/messages.ts';
import { lazyWithPreload } from '../ui/loading/lazy-component.tsx';

export const AgreementsSection = lazyWithPreload(
  () =>
    withTexts(import('./agreements/agreements-section.tsx'), 'agreements').then((module) => module.AgreementsSection),
  { onLoadError: 'keep' },
);

/** Needs a network as well; its form waits until the code is loaded. */
export const InviteCompany = lazyWithPreload(
  () => withTexts(import('./agreements/invite-company.tsx'), 'agreements').then((module) => module.InviteCompany),
  { onLoadError: 'keep' },
);

/** Whoever is asked to own their company hears of it when they open the app, once a start. */
import { createIntl } from 'react-intl';
import { readAskedOwnership } from '../../data/ownership.ts';
import { loadedTexts, wantTexts } from '../../i18n/messages.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../session/session.ts';
import { notify } from '../../ui/notifications.ts';

export function tellAsked(): void {
  let told: string | null = null;
  const look = () => {
    const state = session.getState();
    const userId = state.status === 'signed_in' && !state.mustSignInAgain ? state.snapshot.identity.userId : null;
    if (userId === told) return;
    told = userId;
    if (userId !== null) void tell();
  };
  session.subscribe(look);
  look();
}

async function tell(): Promise<void> {
  const answer = await readAskedOwnership();
  const first = answer.ok ? answer.data[0] : undefined;
  if (!first || location.pathname.endsWith(paths.thanksForJoining)) return;
  await wantTexts('team');
  const texts = loadedTexts.get();
  if (!texts) return;
  const { locale, messages } = texts;
  const intl = createIntl({ locale, messages });
  const { company, who } = first;
  notify({
    intent: 'info',
    title: intl.formatMessage({ id: 'own.asked.notice' }, { company }),
    text: intl.formatMessage({ id: 'own.asked.title' }, { company, who }),
    duration: Infinity,
    action: {
      label: intl.formatMessage({ id: 'own.asked.answer' }),
      onSelect: () => location.assign(`/${locale}${paths.thanksForJoining}`),
    },
  });
}

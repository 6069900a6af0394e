import type { IntlShape } from 'react-intl';
import { previewAsGuest } from '../../../data/bookings/detail.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { withLocale } from '../../../i18n/locale-choice.ts';
import type { Locale } from '../../../lib/locales.ts';
import { paths } from '../../../lib/paths.ts';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';

/** Opens the guest's own page in a tab beside this one, by a link that reads for some minutes. */
export async function openAsGuest(booking: Uuid, intl: IntlShape): Promise<void> {
  // Opened within the press itself: a browser takes a later one for an advertisement.
  const tab = window.open('', '_blank');
  const answer = await previewAsGuest(booking);
  if (answer.ok) {
    // Texts are told by language and region (en-GB), addresses by language alone.
    const locale = intl.locale.slice(0, 2) as Locale;
    const address = new URL(withLocale(`${paths.bookingView}/${answer.data.token}`, locale), location.origin).href;
    if (tab) {
      tab.opener = null;
      tab.location.replace(address);
    } else location.assign(address);
    return;
  }
  tab?.close();
  void showToast({ intent: 'error', text: intl.formatMessage({ id: FAILURE_TEXTS[answer.code] }) });
}

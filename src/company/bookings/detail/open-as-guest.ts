import type { IntlShape } from 'react-intl';
import { createGuestPreviewToken } from '../../../data/bookings/detail.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { withLocale } from '../../../i18n/locale-choice.ts';
import type { Locale } from '../../../lib/locales.ts';
import { paths } from '../../../lib/paths.ts';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';

/** Opens the guest's booking page in a new tab with a short-lived link. */
export async function openAsGuest(booking: Uuid, intl: IntlShape): Promise<void> {
  // Opened synchronously in the click handler; pop-up blockers stop a later `window.open`.
  const tab = window.open('', '_blank');
  const result = await createGuestPreviewToken(booking);
  if (result.ok) {
    // UI locales have a region (en-GB), but URLs use only the language.
    const locale = intl.locale.slice(0, 2) as Locale;
    const address = new URL(withLocale(`${paths.bookingView}/${result.data.token}`, locale), location.origin).href;
    if (tab) {
      tab.opener = null;
      tab.location.replace(address);
    } else location.assign(address);
    return;
  }
  tab?.close();
  void showToast({ intent: 'error', text: intl.formatMessage({ id: FAILURE_TEXTS[result.code] }) });
}

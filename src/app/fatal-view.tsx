/** Replaces the whole app after an error that it cannot go on from; needs nothing of what may have broken. */
import { useEffect, useState } from 'react';
import { reportError } from '../errors/reporting.ts';
import { IntlProvider, type LoadedTexts } from '../i18n/intl-provider.tsx';
import { currentLocale } from '../i18n/locale-store.ts';
import { loadMessages } from '../i18n/messages.ts';
import { ThemeRoot } from '../ui/theme-root.tsx';
import { ErrorPage } from './error-page.tsx';

export function FatalView({ error }: { error: unknown }) {
  const [texts, setTexts] = useState<LoadedTexts | null>(null);
  useEffect(() => {
    reportError(error);
    const locale = currentLocale(window.location.pathname);
    loadMessages(locale).then(
      (messages) => setTexts({ locale, messages }),
      () => setTexts({ locale, messages: {} }),
    );
  }, [error]);
  if (!texts) return null;
  return (
    <IntlProvider locale={texts.locale} initial={texts}>
      <ThemeRoot>
        <main>
          <ErrorPage error={error} />
        </main>
      </ThemeRoot>
    </IntlProvider>
  );
}

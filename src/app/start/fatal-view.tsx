/** Replaces the whole app after a fatal error; depends on nothing that may have failed. */
import { useEffect, useState } from 'react';
import { reportError } from '../../errors/reporting.ts';
import { IntlProvider } from '../../i18n/intl-provider.tsx';
import { currentLocale } from '../../i18n/locale-store.ts';
import { loadTexts } from '../../i18n/messages.ts';
import { ThemeRoot } from '../../ui/theme/theme-root.tsx';
import { ErrorPage } from '../routing/error-page.tsx';

export function FatalView({ error }: { error: unknown }) {
  const locale = currentLocale(window.location.pathname);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    reportError(error);
    void loadTexts('start', locale)
      .catch(() => undefined)
      .then(() => setReady(true));
  }, [error, locale]);
  if (!ready) return null;
  return (
    <IntlProvider locale={locale}>
      <ThemeRoot>
        <main>
          <ErrorPage error={error} />
        </main>
      </ThemeRoot>
    </IntlProvider>
  );
}

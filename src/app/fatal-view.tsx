/** Replaces the whole app after an error that it cannot go on from; needs nothing of what may have broken. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { reportError } from '../errors/reporting.ts';
import { IntlProvider, type LoadedTexts } from '../i18n/intl-provider.tsx';
import { currentLocale } from '../i18n/locale-store.ts';
import { loadMessages } from '../i18n/messages.ts';
import { ThemeRoot } from '../ui/theme-root.tsx';

const ErrorPage = lazy(() => import('./error-page.tsx').then((module) => ({ default: module.ErrorPage })));

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
          <Suspense>
            <ErrorPage error={error} />
          </Suspense>
        </main>
      </ThemeRoot>
    </IntlProvider>
  );
}

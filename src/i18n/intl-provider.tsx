/** Gives texts to what is below; a change of language keeps the old texts until the new ones are here. */
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { IntlProvider as ReactIntlProvider } from 'react-intl';
import { DEFAULT_LOCALE, REGIONS, type Locale } from '../lib/locales.ts';
import { loadedTexts, showLocale } from './messages.ts';

function warnOnce(error: Error): void {
  if (import.meta.env.DEV) console.error(error);
}

export function IntlProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const texts = useSyncExternalStore(loadedTexts.subscribe, loadedTexts.get);
  const shown = texts?.locale ?? locale;

  useEffect(() => {
    if (locale === shown) return;
    // Offline every language is in the worker's store; where one cannot be had, the old texts stay.
    showLocale(locale).catch((error: unknown) => console.warn('Texts could not be loaded', error));
  }, [locale, shown]);

  useEffect(() => {
    document.documentElement.lang = shown;
  }, [shown]);

  return (
    <ReactIntlProvider
      locale={REGIONS[shown]}
      defaultLocale={REGIONS[DEFAULT_LOCALE]}
      {...(texts ? { messages: texts.messages } : {})}
      onError={warnOnce}
    >
      {children}
    </ReactIntlProvider>
  );
}

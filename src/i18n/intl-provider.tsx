/** Provides translations; on a change of language the previous texts stay until the new ones are loaded. */
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { IntlProvider as ReactIntlProvider } from 'react-intl';
import { DEFAULT_LOCALE, REGIONS, type Locale } from '../lib/locales.ts';
import { loadedTexts, showLocale } from './messages.ts';

function logInDevelopment(error: Error): void {
  if (import.meta.env.DEV) console.error(error);
}

export function IntlProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const texts = useSyncExternalStore(loadedTexts.subscribe, loadedTexts.get);
  const visibleLocale = texts?.locale ?? locale;

  useEffect(() => {
    if (locale === visibleLocale) return;
    // Offline, the service worker has every language cached; if one fails to load, the previous texts stay.
    showLocale(locale).catch((error: unknown) => console.warn('Texts could not be loaded', error));
  }, [locale, visibleLocale]);

  useEffect(() => {
    document.documentElement.lang = visibleLocale;
  }, [visibleLocale]);

  return (
    <ReactIntlProvider
      locale={REGIONS[visibleLocale]}
      defaultLocale={REGIONS[DEFAULT_LOCALE]}
      {...(texts ? { messages: texts.messages } : {})}
      onError={logInDevelopment}
    >
      {children}
    </ReactIntlProvider>
  );
}

/** Gives texts to what is below; a change of language keeps the old texts until the new ones are here. */
import { useEffect, useState, type ReactNode } from 'react';
import { IntlProvider as ReactIntlProvider, type MessageFormatElement } from 'react-intl';
import { DEFAULT_LOCALE, REGIONS, type Locale } from '../lib/locales.ts';
import { loadMessages } from './messages.ts';

export interface LoadedTexts {
  locale: Locale;
  messages: Record<string, MessageFormatElement[]>;
}

function warnOnce(error: Error): void {
  if (import.meta.env.DEV) console.error(error);
}

export function IntlProvider(props: { locale: Locale; initial: LoadedTexts; children: ReactNode }) {
  const { locale, initial, children } = props;
  const [texts, setTexts] = useState(initial);

  useEffect(() => {
    if (locale === texts.locale) return;
    let current = true;
    // Offline every language is in the worker's store; where one cannot be had, the old texts stay.
    loadMessages(locale).then(
      (messages) => current && setTexts({ locale, messages }),
      (error: unknown) => console.warn('Texts could not be loaded', error),
    );
    return () => {
      current = false;
    };
  }, [locale, texts.locale]);

  useEffect(() => {
    document.documentElement.lang = texts.locale;
  }, [texts.locale]);

  return (
    <ReactIntlProvider
      locale={REGIONS[texts.locale]}
      defaultLocale={REGIONS[DEFAULT_LOCALE]}
      messages={texts.messages}
      onError={warnOnce}
    >
      {children}
    </ReactIntlProvider>
  );
}

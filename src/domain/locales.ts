import { DEFAULT_LOCALE, LOCALES, type Locale } from '../lib/locales.ts';

export { DEFAULT_LOCALE, LOCALES, type Locale };

/** A text in the languages that somebody has written it in; read it through `textInLocale`. */
export type LocalisedText = Partial<Record<Locale, string>>;

/** The text in the wanted language, else in English, else in whichever there is, else ''. */
export function textInLocale(text: LocalisedText, locale: Locale): string {
  return text[locale] ?? text[DEFAULT_LOCALE] ?? Object.values(text)[0] ?? '';
}

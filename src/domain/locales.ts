import { DEFAULT_LOCALE, LOCALES, type Locale } from '../lib/locales.ts';

export { DEFAULT_LOCALE, LOCALES, type Locale };

/** A text in one or more languages; read it with `textInLocale`. */
export type LocalisedText = Partial<Record<Locale, string>>;

/** Returns the text in `locale`, else in English, else in any language, else ''. */
export function textInLocale(text: LocalisedText, locale: Locale): string {
  return text[locale] ?? text[DEFAULT_LOCALE] ?? Object.values(text)[0] ?? '';
}

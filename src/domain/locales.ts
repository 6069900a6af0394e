/** The languages of the product (specification, section 9); the first is the default. */
export const LOCALES = ['en', 'es', 'da', 'it'] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en';

/** A text in the languages that somebody has written it in; read it through `inLocale`. */
export type LocalisedText = Partial<Record<Locale, string>>;

/** The text in the wanted language, else in English, else in whichever there is, else ''. */
export function inLocale(text: LocalisedText, locale: Locale): string {
  return text[locale] ?? text[DEFAULT_LOCALE] ?? Object.values(text)[0] ?? '';
}

/** The languages of the product (specification, section 9); the first is the default. */
export const LOCALES = ['en', 'es', 'da', 'it'] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en';

/** The name of each language in that language. */
export const NATIVE_LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  da: 'Dansk',
  it: 'Italiano',
};

/** The regional variant by which dates, times and money are formatted. */
export const REGIONS: Record<Locale, string> = { en: 'en-GB', es: 'es-ES', da: 'da-DK', it: 'it-IT' };

export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

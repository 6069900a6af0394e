/** The languages of the product (specification, section 9); the first is the default. */
export const LOCALES = ['en', 'es', 'da', 'it'] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en';

/** As who speaks them calls them. */
export const NATIVE_LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  es: 'Español',
  da: 'Dansk',
  it: 'Italiano',
};

/** The regional form that dates, times and money are written in. */
export const REGIONS: Record<Locale, string> = { en: 'en-GB', es: 'es-ES', da: 'da-DK', it: 'it-IT' };

/** Whether a text from outside names one of our languages. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

/** The languages of the product (specification, section 9); the first is the default. */
export const LOCALES = ['en', 'es', 'da', 'it'] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en';

/** Whether a text from outside names one of our languages. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

import { DEFAULT_LOCALE, LOCALES, isLocale, type Locale } from '../lib/locales.ts';
import { serializeCookie, readCookie } from '../lib/cookie.ts';

export const LOCALE_COOKIE = 'muster_locale';
const LOCALE_COOKIE_DAYS = 365;

/** Returns the path's language prefix, or null for a path without one. */
export function localeOfPath(path: string): Locale | null {
  const first = path.split('/', 2)[1];
  return isLocale(first) ? first : null;
}

/** Returns the path without its language prefix; always begins with a slash. */
export function withoutLocale(path: string): string {
  const locale = localeOfPath(path);
  return locale === null ? path : path.slice(locale.length + 1) || '/';
}

/** Returns the path with another language prefix, or without one for null. */
export function withLocale(path: string, locale: Locale | null): string {
  const bare = withoutLocale(path);
  return locale === null ? bare : bare === '/' ? `/${locale}` : `/${locale}${bare}`;
}

export interface LocaleHints {
  path: string;
  cookies: string;
  languages: readonly string[];
}

/**
 * Returns the language of the path, else of the cookie, else the first supported one of the browser; English by
 * default.
 */
export function chooseLocale({ path, cookies, languages }: LocaleHints): Locale {
  const ofPath = localeOfPath(path);
  if (ofPath) return ofPath;
  const ofCookie = readCookie(cookies, LOCALE_COOKIE);
  if (isLocale(ofCookie)) return ofCookie;
  for (const language of languages) {
    const base = language.toLowerCase().split('-', 1)[0];
    const found = LOCALES.find((locale) => locale === base);
    if (found) return found;
  }
  return DEFAULT_LOCALE;
}

export function localeCookie(locale: Locale): string {
  return serializeCookie(LOCALE_COOKIE, locale, { days: LOCALE_COOKIE_DAYS });
}

/** The language that the user chose for paths without a prefix. */
import type { Locale } from '../lib/locales.ts';
import { createStore } from '../lib/store.ts';
import { chooseLocale, localeCookie } from './locale-choice.ts';

const selectedLocale = createStore<Locale | null>(null);

/** Returns the language of a path: its prefix, the user's choice, or the browser's language. */
export function currentLocale(path: string): Locale {
  const hints = { path, cookies: document.cookie, languages: navigator.languages };
  // Where the browser refuses cookies, the choice lasts until the page closes.
  const locale = selectedLocale.get();
  return locale === null ? chooseLocale(hints) : chooseLocale({ ...hints, cookies: localeCookie(locale) });
}

export function setLocale(locale: Locale): void {
  document.cookie = localeCookie(locale);
  selectedLocale.set(locale);
}

export const subscribeToLocale = selectedLocale.subscribe;

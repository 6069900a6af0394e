/** The language that the person chose for paths without a prefix. */
import type { Locale } from '../lib/locales.ts';
import { createStore } from '../lib/store.ts';
import { chooseLocale, localeCookie } from './locale-choice.ts';

const chosen = createStore<Locale | null>(null);

/** The language of a path as things stand. */
export function currentLocale(path: string): Locale {
  const hints = { path, cookies: document.cookie, languages: navigator.languages };
  // A browser that refuses cookies still gets what was asked for, until the page goes.
  const locale = chosen.get();
  return locale === null ? chooseLocale(hints) : chooseLocale({ ...hints, cookies: localeCookie(locale) });
}

export function setLocale(locale: Locale): void {
  document.cookie = localeCookie(locale);
  chosen.set(locale);
}

export const subscribeToLocale = chosen.subscribe;

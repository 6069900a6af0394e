/** The language that the person chose for paths without a prefix. */
import type { Locale } from '../lib/locales.ts';
import { chooseLocale, localeCookie } from './locale-choice.ts';

const listeners = new Set<() => void>();
let chosen: Locale | null = null;

/** The language of a path as things stand. */
export function currentLocale(path: string): Locale {
  const hints = { path, cookies: document.cookie, languages: navigator.languages };
  // A browser that refuses cookies still gets what was asked for, until the page goes.
  return chosen === null ? chooseLocale(hints) : chooseLocale({ ...hints, cookies: localeCookie(chosen) });
}

export function setLocale(locale: Locale): void {
  chosen = locale;
  document.cookie = localeCookie(locale);
  for (const listener of listeners) listener();
}

export function subscribeToLocale(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

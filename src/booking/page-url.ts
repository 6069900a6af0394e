/**
 * The URL of a guest page: the page in the path, the step and search in the query. What guests enter about themselves
 * is in the history entry, never in the URL.
 */
import { useSyncExternalStore } from 'react';
import { chooseLocale, localeOfPath, withLocale } from '../i18n/locale-choice.ts';
import { documentCookies } from '../lib/cookie.ts';
import { isLocalDate } from '../lib/local-date.ts';
import type { Locale } from '../lib/locales.ts';
import { createStore } from '../lib/store.ts';
import { navigateTo } from './history-entry.ts';

/** Query parameters of all guest pages. A missing or empty one is undefined, and so is an invalid step or date. */
export interface BookingQuery {
  tour?: string;
  date?: string;
  time?: string;
  party?: string;
  step?: 'details';
  ref?: string;
  theme?: string;
  q?: string;
  /** Language of the tour. */
  language?: string;
}
const NAMES = ['tour', 'date', 'time', 'party', 'step', 'ref', 'theme', 'q', 'language'] as const;

export function parseBookingQuery(search: string): BookingQuery {
  const params = new URLSearchParams(search);
  const query: BookingQuery = {};
  for (const name of NAMES) {
    const value = params.get(name);
    if (value !== null && value !== '') Object.assign(query, { [name]: value });
  }
  if (query.step !== 'details') delete query.step;
  // The server refuses dates of other centuries.
  if (query.date !== undefined && !(query.date.startsWith('20') && isLocalDate(query.date))) delete query.date;
  return query;
}

export function formatBookingQuery(query: BookingQuery): string {
  const text = new URLSearchParams();
  for (const name of NAMES) if (query[name] !== undefined) text.set(name, query[name]);
  const queryText = text.toString().replaceAll('%3A', ':');
  return queryText === '' ? '' : `?${queryText}`;
}

const here = () => ({ path: window.location.pathname, search: window.location.search });
const address = createStore(here());
window.addEventListener('popstate', () => address.set(here()));

/** Navigates to a path or query; `replace` where going back to the current entry would make no sense. */
export function goTo(to: { path?: string; query: BookingQuery }, { replace = false } = {}): void {
  navigateTo(`${to.path ?? window.location.pathname}${formatBookingQuery(to.query)}`, { replace });
  address.set(here());
}

export function usePageUrl(): { path: string; search: string } {
  return useSyncExternalStore(address.subscribe, address.get);
}

export function localeAt(path: string): Locale {
  return chooseLocale({ path, cookies: documentCookies(document), languages: navigator.languages });
}

/** Switches the language of the current page and keeps the selection and input. */
export function switchLocale(locale: Locale): void {
  goTo(
    { path: withLocale(window.location.pathname, locale), query: parseBookingQuery(window.location.search) },
    { replace: true },
  );
}

/** Returns the parameters that stay on every navigation, independent of the step. */
export function persistentParams(): BookingQuery {
  const { ref, theme } = parseBookingQuery(window.location.search);
  return { ...(ref === undefined ? {} : { ref }), ...(theme === undefined ? {} : { theme }) };
}

/** Returns a path in the current language variant. */
export function localizedPath(path: string): string {
  return withLocale(path, localeOfPath(window.location.pathname));
}

import { describe, expect, it } from 'vitest';
import { chooseLocale, localeCookie, localeOfPath, withLocale, withoutLocale } from './locale-choice.ts';

describe('the language of a visit', () => {
  const hints = { path: '/check-in', cookies: '', languages: [] as string[] };
  it.each([
    ['the path before all', { ...hints, path: '/it/tours', cookies: 'muster_locale=da', languages: ['es'] }, 'it'],
    ['the cookie before the browser', { ...hints, cookies: 'a=1; muster_locale=da', languages: ['es'] }, 'da'],
    ['the first of the browser’s that we have', { ...hints, languages: ['de-DE', 'es-MX', 'da'] }, 'es'],
    ['English if nothing fits', { ...hints, languages: ['de', 'fr-FR'] }, 'en'],
    ['no nonsense from a cookie', { ...hints, cookies: 'muster_locale=xx', languages: ['da-DK'] }, 'da'],
    ['not a path that only begins alike', { ...hints, path: '/dashboard', languages: [] }, 'en'],
  ])('takes %s', (_, given, locale) => expect(chooseLocale(given)).toBe(locale));
});

describe('prefixes', () => {
  it.each([
    ['/da/check-in', 'da', '/check-in'],
    ['/check-in', null, '/check-in'],
    ['/es', 'es', '/'],
    ['/entry', null, '/entry'],
    ['/', null, '/'],
  ])('%s', (path, locale, bare) => {
    expect(localeOfPath(path)).toBe(locale);
    expect(withoutLocale(path)).toBe(bare);
  });
  it('are exchanged, added and taken away', () => {
    expect(withLocale('/da/check-in', 'it')).toBe('/it/check-in');
    expect(withLocale('/check-in', 'en')).toBe('/en/check-in');
    expect(withLocale('/', 'es')).toBe('/es');
    expect(withLocale('/da', null)).toBe('/');
  });
});

it('keeps the choice for 365 days, on path /, SameSite lax', () => {
  expect(localeCookie('da')).toBe('muster_locale=da; path=/; max-age=31536000; samesite=lax');
});

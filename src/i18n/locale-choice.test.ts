import { describe, expect, it } from 'vitest';
import { chooseLocale, localeCookie, localeOfPath, withLocale, withoutLocale } from './locale-choice.ts';

describe('chooseLocale', () => {
  const hints = { path: '/check-in', cookies: '', languages: [] as string[] };
  it.each([
    [
      'the path before all others',
      { ...hints, path: '/it/tours', cookies: 'muster_locale=da', languages: ['es'] },
      'it',
    ],
    ['the cookie before the browser', { ...hints, cookies: 'a=1; muster_locale=da', languages: ['es'] }, 'da'],
    ['the browser’s first supported language', { ...hints, languages: ['de-DE', 'es-MX', 'da'] }, 'es'],
    ['English if none is supported', { ...hints, languages: ['de', 'fr-FR'] }, 'en'],
    ['no unknown language from a cookie', { ...hints, cookies: 'muster_locale=xx', languages: ['da-DK'] }, 'da'],
    ['no language from a path that only begins alike', { ...hints, path: '/dashboard', languages: [] }, 'en'],
  ])('takes %s', (_, choiceHints, locale) => expect(chooseLocale(choiceHints)).toBe(locale));
});

describe('language prefixes', () => {
  it.each([
    ['/da/check-in', 'da', '/check-in'],
    ['/check-in', null, '/check-in'],
    ['/es', 'es', '/'],
    ['/entry', null, '/entry'],
    ['/', null, '/'],
  ])('are recognised in %s', (path, locale, bare) => {
    expect(localeOfPath(path)).toBe(locale);
    expect(withoutLocale(path)).toBe(bare);
  });
  it('are replaced, added and removed', () => {
    expect(withLocale('/da/check-in', 'it')).toBe('/it/check-in');
    expect(withLocale('/check-in', 'en')).toBe('/en/check-in');
    expect(withLocale('/', 'es')).toBe('/es');
    expect(withLocale('/da', null)).toBe('/');
  });
});

it('the cookie keeps the choice for 365 days, on path /, SameSite lax', () => {
  expect(localeCookie('da')).toBe('muster_locale=da; path=/; max-age=31536000; samesite=lax');
});

import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { isAcceptable, ratePassword, PASSWORD_RATINGS, type PasswordRating } from './password.ts';

const rate = (password: string, personalWords: string[] = []) =>
  ratePassword(password, { personalWords, isCommon: isCommonPassword });

test.each<[string, PasswordRating]>([
  ['', 'too_short'],
  ['x7$kQ2p', 'too_short'],
  ['x'.repeat(73), 'too_long'],
  ['password', 'common'],
  ['PassWord', 'common'],
  ['password1!', 'common'],
  ['iloveyou', 'common'],
  ['aaaaaaaaaaaa', 'simple'],
  ['abcdefghijkl', 'simple'],
  ['9876543210987', 'simple'],
  ['kvartmug', 'weak'],
  ['kvartmug47', 'fair'],
  ['four quiet geese walk', 'strong'],
  ['x7$kQ2p!mZ', 'strong'],
])('rates %s as %s', (password, result) => expect(rate(password)).toBe(result));

describe('personal words', () => {
  const personalWords = ['Anna Fjordholm', 'anna.fjordholm'];
  test.each(['fjordholm', 'Anna.Fjordholm1', 'fjordholm2026'])('%s is refused', (password) =>
    expect(rate(password, personalWords)).toBe('about_you'),
  );
  test('may be part of something longer', () =>
    expect(isAcceptable(rate('fjordholm drinks cold tea', personalWords))).toBe(true));
});

test('refuses only what can be guessed at once', () => {
  expect(PASSWORD_RATINGS.filter(isAcceptable)).toEqual(['weak', 'fair', 'strong']);
});

test('the list has the most common passwords and hardly any false positives', () => {
  for (const common of ['12345678', 'qwertyui', 'football', 'baseball', 'superman'])
    expect(isCommonPassword(common), common).toBe(true);
  const wrong = Array.from({ length: 2000 }, (_, number) => `muster-${number * 7919}`).filter(isCommonPassword);
  expect(wrong.length).toBeLessThan(4);
});

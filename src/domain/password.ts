/** Rates a password while it is typed. */

/** Limits of Supabase Auth: the configured minimum, and the most that bcrypt reads. */
export const PASSWORD_LENGTH = { least: 8, most: 72 };

/** The first five are refused. */
export const PASSWORD_RATINGS = ['short', 'long', 'common', 'about_you', 'simple', 'weak', 'fair', 'strong'] as const;
export type PasswordRating = (typeof PASSWORD_RATINGS)[number];

export const isAcceptable = (result: PasswordRating): boolean => ['weak', 'fair', 'strong'].includes(result);

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
];
const PAIRS = new Set(
  ROWS.flatMap((row) => [row, [...row].reverse().join('')]).flatMap((row) =>
    [...row].slice(1).map((character, index) => row[index]! + character),
  ),
);

/** Counts characters that do not repeat or continue the one before: `aaaa` and `1234` count 1. */
function free(text: string): number {
  const characters = [...text];
  return characters.filter((character, index) => {
    const before = characters[index - 1];
    return before === undefined || (before !== character && !PAIRS.has(before + character));
  }).length;
}

const KINDS: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
];
const FAIR = 45;
const STRONG = 64;

/** Rates a password. `about`: personal words, such as the name and the local part of the address. */
export function ratePassword(
  password: string,
  { about = [], isCommon = () => false }: { about?: readonly string[]; isCommon?: (password: string) => boolean } = {},
): PasswordRating {
  const { least, most } = PASSWORD_LENGTH;
  if (password.length < least) return 'short';
  if (password.length > most) return 'long';
  // Digits or punctuation at the end do not make a common password safe.
  if (isCommon(password) || isCommon(password.replace(/[\d!?.]+$/, ''))) return 'common';
  const plain = password.toLowerCase();
  const words = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 3);
  const remaining = words.reduce((left, word) => left.replaceAll(word, ''), plain);
  if (remaining !== plain && remaining.length < least - 3) return 'about_you';
  const length = free(plain);
  if (length < 5 || new Set(plain).size < 4) return 'simple';
  const alphabetSize = KINDS.reduce((sum, [kind, many]) => sum + (kind.test(password) ? many : 0), 0);
  const bits = length * Math.log2(alphabetSize);
  return bits >= STRONG ? 'strong' : bits >= FAIR ? 'fair' : 'weak';
}

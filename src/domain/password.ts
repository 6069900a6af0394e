/** Rates a password while it is typed. */

/**
 * Length in characters: the minimum that Supabase Auth is configured with, and its maximum. That is 72 bytes, all that
 * bcrypt reads, so Auth may refuse a shorter password with letters that take several bytes.
 */
export const PASSWORD_LENGTH = { min: 8, max: 72 };

const REFUSED_RATINGS = ['too_short', 'too_long', 'common', 'about_you', 'simple'] as const;
const ACCEPTED_RATINGS = ['weak', 'fair', 'strong'] as const;
export const PASSWORD_RATINGS = [...REFUSED_RATINGS, ...ACCEPTED_RATINGS] as const;
export type PasswordRating = (typeof PASSWORD_RATINGS)[number];

export const isAcceptable = (rating: PasswordRating): boolean =>
  (ACCEPTED_RATINGS as readonly PasswordRating[]).includes(rating);

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
function countUnpredictable(text: string): number {
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
const FAIR_BITS = 45;
const STRONG_BITS = 64;

/** Rates a password. `personalWords`: such as the name and the local part of the address. */
export function ratePassword(
  password: string,
  {
    personalWords = [],
    isCommon = () => false,
  }: { personalWords?: readonly string[]; isCommon?: (password: string) => boolean } = {},
): PasswordRating {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min) return 'too_short';
  if (password.length > max) return 'too_long';
  // Digits or punctuation at the end do not make a common password safe.
  if (isCommon(password) || isCommon(password.replace(/[\d!?.]+$/, ''))) return 'common';
  const plain = password.toLowerCase();
  const words = personalWords
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 3);
  const remaining = words.reduce((left, word) => left.replaceAll(word, ''), plain);
  // Fewer than five other characters, such as a year, are soon guessed.
  if (remaining !== plain && remaining.length < min - 3) return 'about_you';
  const unpredictable = countUnpredictable(plain);
  if (unpredictable < 5 || new Set(plain).size < 4) return 'simple';
  const alphabetSize = KINDS.reduce((sum, [kind, many]) => sum + (kind.test(password) ? many : 0), 0);
  const bits = unpredictable * Math.log2(alphabetSize);
  return bits >= STRONG_BITS ? 'strong' : bits >= FAIR_BITS ? 'fair' : 'weak';
}

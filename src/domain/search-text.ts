/** Search that ignores case, accents and word order. */

/** Letters that Unicode normalisation does not decompose. */
const SINGLE: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  // Lower-case sigma at the end of a word; PostgreSQL has one form.
  ς: 'σ',
};
const SINGLES = new RegExp(`[${Object.keys(SINGLE).join('')}]`, 'g');

/** Diacritics, as in `private.search_words`. Vowel signs of Indic scripts are letters and stay. */
const MARKS = new RegExp(
  String.raw`[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]+`,
  'g',
);

/** Lower-cases a text and removes accents: "Müller" is "muller", "Søren" is "soren", "Ægir" is "aegir". */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(SINGLES, (letter) => SINGLE[letter] ?? letter);
}

export interface SearchQuery {
  /** Normalised words, all of which must match. */
  words: readonly string[];
  /** Digits, if the query looks like a phone number in any format. */
  digits: string | null;
}

/** Parses a query; null if it is blank. */
export function parseQuery(query: string): SearchQuery | null {
  const folded = normalizeText(query).trim();
  if (folded === '') return null;
  const digits = /^\+?[\d\s().\-/]+$/.test(folded) ? folded.replace(/\D/g, '') : '';
  const words = folded.split(/[\s,;]+/).filter((word) => word !== '');
  return words.length === 0 ? null : { words, digits: digits.length >= 3 ? digits : null };
}

export interface SearchText {
  /** Normalised words with a space at both ends, to match the beginning of words. */
  text: string;
  /** Digits of the phone number. */
  digits: string;
}

/** Builds the searchable text from fields; nulls are skipped. */
export function searchText(fields: readonly (string | null | undefined)[], phone: string | null): SearchText {
  return {
    text: ` ${normalizeText(fields.filter((field) => field).join(' '))} `,
    digits: phone?.replace(/\D/g, '') ?? '',
  };
}

/** Returns whether all words are in the text, in any order, or the digits in the phone number. */
export function matchesQuery(target: SearchText, query: SearchQuery): boolean {
  if (query.digits !== null && target.digits.includes(query.digits.replace(/^00/, ''))) return true;
  for (const word of query.words) if (!target.text.includes(word)) return false;
  return true;
}

/** Ranks a match; higher is better: whole words, then beginnings of words, then other substrings. */
export function matchRank(target: SearchText, query: SearchQuery): number {
  let rank = 0;
  for (const word of query.words) {
    if (target.text.includes(` ${word} `)) rank += 3;
    else if (target.text.includes(` ${word}`)) rank += 2;
    else rank += 1;
  }
  return rank;
}

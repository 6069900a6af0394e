/** Search that forgives case, accents and word order. */

/** Letters that Unicode does not take apart into a letter and an accent. */
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
  // Lower case of a capital sigma at the end of a word; Postgres has one form.
  ς: 'σ',
};
const SINGLES = new RegExp(`[${Object.keys(SINGLE).join('')}]`, 'g');

/** Accents and the like, as `private.search_words` has them: vowel signs of Indic scripts are letters to their readers and stay. */
const MARKS = new RegExp(
  String.raw`[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f]+`,
  'g',
);

/** A text in lower case without accents: "Müller" and "MULLER" are one, "Søren" is "soren", "Ægir" is "aegir". */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(SINGLES, (template) => SINGLE[template] ?? template);
}

/** What a person types, ready to be looked for. */
export interface SearchQuery {
  /** Folded words; each must be found. */
  words: readonly string[];
  /** The digits, when the query looks like a telephone number written in any way. */
  digits: string | null;
}

/** Null for a query without anything to look for. */
export function parseQuery(query: string): SearchQuery | null {
  const folded = normalizeText(query).trim();
  if (folded === '') return null;
  const digits = /^\+?[\d\s().\-/]+$/.test(folded) ? folded.replace(/\D/g, '') : '';
  const words = folded.split(/[\s,;]+/).filter((word) => word !== '');
  return words.length === 0 ? null : { words, digits: digits.length >= 3 ? digits : null };
}

/** What is looked through for one guest. */
export interface SearchText {
  /** All words, folded, with a space at both ends, so that the beginning of a word can be told. */
  text: string;
  /** The telephone number's digits. */
  digits: string;
}

/** Makes the text of a guest or a booking from its fields; nulls are left out. */
export function searchText(fields: readonly (string | null | undefined)[], phone: string | null): SearchText {
  return {
    text: ` ${normalizeText(fields.filter((field) => field).join(' '))} `,
    digits: phone?.replace(/\D/g, '') ?? '',
  };
}

/** Whether all words are somewhere in the text, in any order, or the digits in the number. */
export function matchesQuery(target: SearchText, query: SearchQuery): boolean {
  if (query.digits !== null && target.digits.includes(query.digits.replace(/^00/, ''))) return true;
  for (const word of query.words) if (!target.text.includes(word)) return false;
  return true;
}

/** Higher is better: whole words before beginnings of words before anything inside a word. */
export function matchRank(target: SearchText, query: SearchQuery): number {
  let rank = 0;
  for (const word of query.words) {
    if (target.text.includes(` ${word} `)) rank += 3;
    else if (target.text.includes(` ${word}`)) rank += 2;
    else rank += 1;
  }
  return rank;
}

/** Single cells as people write them: amounts, counts, countries, languages. What is not read right is refused, never guessed. */
import type { MinorUnits } from '../ids.ts';
import { LOCALES, type Locale } from '../locales.ts';
import { parseMoney } from '../typed-money.ts';
import { foldText } from '../search-text.ts';

/** Signs that name one currency; "kr" and "$" name several and are taken for the company's if it is one of them. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  kr: ['DKK', 'SEK', 'NOK', 'ISK'],
  'kr.': ['DKK', 'SEK', 'NOK', 'ISK'],
  dkr: ['DKK'],
  $: ['USD', 'CAD', 'AUD', 'NZD'],
  us$: ['USD'],
  '¥': ['JPY', 'CNY'],
  chf: ['CHF'],
  'fr.': ['CHF'],
  zł: ['PLN'],
  eur: ['EUR'],
  euro: ['EUR'],
};

const AMOUNT = /^([^\d\s.,'’\-−]*\.?)\s*([\d.,'’\s]*\d)(?:[.,]?[-–−]+)?\s*([^\d\s]*)$/u;

/** No amount, day or party is longer; how long looking for one takes grows much faster than the cell. */
export const LONGEST_CELL = 200;
const partsOf = (cell: string) =>
  cell.length > LONGEST_CELL ? null : AMOUNT.exec(cell.replace(/[\u00a0\u202f]/g, ' ').trim());

/** The sign or code of a currency in a cell, '' where none is said. */
export function currencySaid(cell: string): string {
  const parts = partsOf(cell);
  return (parts?.[1] || parts?.[3] || '').trim();
}

/** Whether a sign may be the currency's. */
export const isSignOf = (sign: string, currency: string): boolean =>
  sign === '' ||
  sign.toUpperCase() === currency ||
  (SIGNS[sign.toLowerCase()] ?? SIGNS[sign.toLowerCase().replace(/\.$/, '')] ?? []).includes(currency);

export type ReadAmount = { amount: MinorUnits } | { problem: 'money' | 'currency' };

/** An amount of the currency, nothing at all included: `1.250,50`, `DKK 450`, `450,-`, `€ 12`. */
export function readAmount(cell: string, currency: string): ReadAmount {
  const parts = partsOf(cell);
  if (!parts) return { problem: 'money' };
  if (!isSignOf((parts[1] || parts[3] || '').trim(), currency)) return { problem: 'currency' };
  const number = parts[2] ?? '';
  const amount = /^0+(?:[.,]0+)?$/.test(number) ? 0 : parseMoney(number, currency);
  return amount === null ? { problem: 'money' } : { amount };
}

/** A number of people or of something else; also as a spreadsheet writes it with decimals. Null for what is none. */
export function readCount(cell: string, most = 100): number | null {
  const parts = /^(\d{1,6})(?:[.,]0+)?$/.exec(cell.trim());
  const count = parts ? Number(parts[1]) : null;
  return count !== null && count <= most ? count : null;
}

/** Names of countries or languages in our four languages and as codes, folded; made when one is looked for first. */
function namesOf(type: 'region' | 'language', codes: () => string[]): (text: string) => string | null {
  let known: Map<string, string> | null = null;
  return (text) => {
    if (known === null) {
      known = new Map();
      for (const locale of LOCALES) {
        const names = new Intl.DisplayNames(locale, { type, fallback: 'none' });
        for (const code of codes()) {
          const name = names.of(code);
          if (name && !known.has(foldText(name))) known.set(foldText(name), code);
        }
      }
      for (const code of new Set(known.values())) known.set(code.toLowerCase(), code);
    }
    return known.get(foldText(text).trim()) ?? null;
  };
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** ISO 3166 of a country by its code or its name; null for none there is. */
export const readCountry = namesOf('region', () => LETTERS.flatMap((one) => LETTERS.map((other) => one + other)));
/** ISO 639 of a language by its code or its name. */
export const readLanguage = namesOf('language', () => [
  'en',
  'es',
  'da',
  'it',
  'de',
  'fr',
  'pt',
  'nl',
  'sv',
  'no',
  'nb',
  'fi',
  'pl',
  'ru',
  'uk',
  'zh',
  'ja',
  'ko',
  'ar',
  'he',
  'tr',
  'cs',
  'hu',
  'ro',
  'el',
  'ca',
  'is',
  'et',
  'lv',
  'lt',
  'hi',
]);

/** One of ours, or null: a guest may speak any. */
export const readLocale = (cell: string): Locale | null => {
  if (cell.length > LONGEST_CELL) return null;
  const code = readLanguage(cell.replace(/[-_].*$/, ''));
  return LOCALES.find((one) => one === code) ?? null;
};

/** Single cells as people write them: amounts, counts, countries, languages. What is not read right is refused, never guessed. */
import type { MinorUnits } from '../ids.ts';
import { LOCALES, type Locale } from '../locales.ts';
import { parsePositiveMoney } from '../parse-money.ts';
import { normalizeText } from '../search-text.ts';

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

/**
 * A currency's sign or letters, a number that may end in a dash for "no decimals" (`450,-`), and a currency behind it. A dash without a
 * comma or a point is a minus, as accounting writes it (`195.00-`); so are parentheses: neither is an amount that a file may bring.
 */
const AMOUNT =
  /^([\p{L}\p{Sc}][\p{L}\p{Sc}.]*)?\s*(\d[\d.,'’\s]*\d|\d)(?:[.,][-–—−]{1,2})?\s*([\p{L}\p{Sc}][\p{L}\p{Sc}.]*)?$/u;

/** No amount, day or party is longer; how long looking for one takes grows much faster than the cell. */
export const MAX_CELL_LENGTH = 200;
const partsOf = (cell: string) =>
  cell.length > MAX_CELL_LENGTH ? null : AMOUNT.exec(cell.replace(/[\u00a0\u202f]/g, ' ').trim());

/** The sign or code of a currency in a cell, '' where none is said. */
export function currencyInCell(cell: string): string {
  const parts = partsOf(cell);
  return (parts?.[1] || parts?.[3] || '').trim();
}

/** Whether a sign may be the currency's. */
export const isSymbolOf = (sign: string, currency: string): boolean =>
  sign === '' ||
  sign.toUpperCase() === currency ||
  (SIGNS[sign.toLowerCase()] ?? SIGNS[sign.toLowerCase().replace(/\.$/, '')] ?? []).includes(currency);

export type ParsedAmount = { amount: MinorUnits } | { problem: 'money' | 'currency' };

/** An amount of the currency, nothing at all included: `1.250,50`, `DKK 450`, `450,-`, `€ 12`. */
export function parseAmount(cell: string, currency: string): ParsedAmount {
  const parts = partsOf(cell);
  if (!parts) return { problem: 'money' };
  if (!isSymbolOf((parts[1] || parts[3] || '').trim(), currency)) return { problem: 'currency' };
  const number = parts[2] ?? '';
  const amount = /^0+(?:[.,]0+)?$/.test(number) ? 0 : parsePositiveMoney(number, currency);
  return amount === null ? { problem: 'money' } : { amount };
}

/** A number of people or of something else; also as a spreadsheet writes it with decimals. Null for what is none. */
export function parseCount(cell: string, most = 100): number | null {
  const parts = /^(\d{1,6})(?:[.,]0+)?$/.exec(cell.trim());
  const count = parts ? Number(parts[1]) : null;
  return count !== null && count <= most ? count : null;
}

/** Languages by their names in our four languages and by their codes, folded; made when one is looked for first. Every code counts, also one whose name another has. */
function languagesOf(codes: readonly string[]): (text: string) => string | null {
  let known: Map<string, string> | null = null;
  return (text) => {
    if (known === null) {
      known = new Map(codes.map((code) => [code, code]));
      for (const locale of LOCALES) {
        const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
        for (const code of codes) {
          const name = names.of(code);
          if (name && !known.has(normalizeText(name))) known.set(normalizeText(name), code);
        }
      }
    }
    return known.get(normalizeText(text).trim()) ?? null;
  };
}

/** ISO 639 of a language by its code or its name. */
export const parseLanguage = languagesOf([
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
export const parseLocale = (cell: string): Locale | null => {
  if (cell.length > MAX_CELL_LENGTH) return null;
  const code = parseLanguage(cell.replace(/[-_].*$/, ''));
  return LOCALES.find((one) => one === code) ?? null;
};

/** What people and systems write where there is nothing. */
const NOTHING = new Set(
  (
    '-|--|—|–|?|.|/|n/a|n.a.|na|none|null|nil|nan|unknown|undefined|not available|not provided|' +
    'not specified|tbd|(none)|#n/a|#n/d|#i/t|#n/v|no email|no phone|desconocido|desconocida|ninguno|' +
    'ninguna|sin datos|no disponible|s/d|n/d|ukendt|ingen|ikke oplyst|ikke angivet|sconosciuto|' +
    'sconosciuta|nessuno|nessuna|non disponibile|unbekannt|inconnu'
  )
    .split('|')
    .map(normalizeText),
);

/** A cell of a column that may be empty, '' where it says that there is nothing. */
export const optionalCell = (cell: string): string =>
  cell.length <= MAX_CELL_LENGTH && NOTHING.has(normalizeText(cell).trim()) ? '' : cell;

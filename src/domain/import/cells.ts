/** Parses single cells: amounts, counts, languages. What is ambiguous is refused, never guessed. */
import type { MinorUnits } from '../ids.ts';
import { LOCALES, type Locale } from '../locales.ts';
import { parsePositiveMoney } from '../parse-money.ts';
import { normalizeText } from '../search-text.ts';

/** Currency symbols. "kr" and "$" are ambiguous and accepted if the company's currency is among them. */
const CURRENCIES_BY_SYMBOL: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  kr: ['DKK', 'SEK', 'NOK', 'ISK'],
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
 * An optional currency, a number that may end with a dash for "no decimals" (`450,-`), and an optional currency. A
 * trailing dash without a comma or point is an accounting minus (`195.00-`), and so are parentheses; negative amounts
 * are not imported.
 */
const AMOUNT =
  /^([\p{L}\p{Sc}][\p{L}\p{Sc}.]*)?\s*(\d[\d.,'’\s]*\d|\d)(?:[.,][-–—−]{1,2})?\s*([\p{L}\p{Sc}][\p{L}\p{Sc}.]*)?$/u;

/** Longer cells are not parsed: they are no amount, date or party, and backtracking makes long input slow. */
export const MAX_CELL_LENGTH = 200;
const matchMoney = (cell: string) =>
  cell.length > MAX_CELL_LENGTH ? null : AMOUNT.exec(cell.replace(/[\u00a0\u202f]/g, ' ').trim());

/** Returns the currency symbol or code in a cell, '' if it has none. */
export function currencyInCell(cell: string): string {
  const match = matchMoney(cell);
  return (match?.[1] || match?.[3] || '').trim();
}

/** Returns whether a symbol or code may mean the currency. */
export const isSymbolOf = (symbol: string, currency: string): boolean =>
  symbol === '' ||
  symbol.toUpperCase() === currency ||
  (
    CURRENCIES_BY_SYMBOL[symbol.toLowerCase()] ??
    CURRENCIES_BY_SYMBOL[symbol.toLowerCase().replace(/\.$/, '')] ??
    []
  ).includes(currency);

export type ParsedAmount = { amount: MinorUnits } | { problem: 'money' | 'currency' };

/** Parses an amount of the currency, zero included: `1.250,50`, `DKK 450`, `450,-`, `€ 12`. */
export function parseAmount(cell: string, currency: string): ParsedAmount {
  const match = matchMoney(cell);
  if (!match) return { problem: 'money' };
  if (!isSymbolOf((match[1] || match[3] || '').trim(), currency)) return { problem: 'currency' };
  const number = match[2] ?? '';
  const amount = /^0+(?:[.,]0+)?$/.test(number) ? 0 : parsePositiveMoney(number, currency);
  return amount === null ? { problem: 'money' } : { amount };
}

/** Parses a whole number up to `max`, also with a spreadsheet's zero decimals; null for anything else. */
export function parseCount(cell: string, max = 100): number | null {
  const match = /^(\d{1,6})(?:[.,]0+)?$/.exec(cell.trim());
  const count = match ? Number(match[1]) : null;
  return count !== null && count <= max ? count : null;
}

/**
 * Returns a parser of languages by code or by name in our four languages. The names are computed at the first call.
 * Codes win over names.
 */
function languagesOf(codes: readonly string[]): (text: string) => string | null {
  let codeByName: Map<string, string> | null = null;
  return (text) => {
    if (codeByName === null) {
      codeByName = new Map(codes.map((code) => [code, code]));
      for (const locale of LOCALES) {
        const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
        for (const code of codes) {
          const name = names.of(code);
          if (name && !codeByName.has(normalizeText(name))) codeByName.set(normalizeText(name), code);
        }
      }
    }
    return codeByName.get(normalizeText(text).trim()) ?? null;
  };
}

/** Parses a language's code or name to ISO 639. */
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

/** Parses a language to one of ours; null for others, as guests may speak any. */
export const parseLocale = (cell: string): Locale | null => {
  if (cell.length > MAX_CELL_LENGTH) return null;
  const code = parseLanguage(cell.replace(/[-_].*$/, ''));
  return LOCALES.find((option) => option === code) ?? null;
};

/** Texts that mean "empty". */
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

/** Returns the cell of an optional column, or '' if it means "empty". */
export const optionalCell = (cell: string): string =>
  cell.length <= MAX_CELL_LENGTH && NOTHING.has(normalizeText(cell).trim()) ? '' : cell;

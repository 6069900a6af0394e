/** Parsing of typed amounts. Separate from formatting, which screens at startup need without it. */
import type { MinorUnits } from './ids.ts';
import { fractionDigits } from './money.ts';

/** Formats an amount for an input: without currency and grouping, with the locale's decimal separator. */
export function formatMoneyInput(
  amount: MinorUnits,
  { currency, locale }: { currency: string; locale: string },
): string {
  const digits = fractionDigits(currency);
  const decimals = amount % 10 ** digits === 0 ? 0 : digits;
  return new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** digits);
}

/**
 * Returns a locale's group and decimal separators. Uses a large number, as Intl does not group small ones in some
 * locales.
 */
function separatorsOf(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5);
  const separator = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { group: separator('group'), decimal: separator('decimal') };
}

/** Why a typed amount was refused. `none`: it is not a positive amount; `unclear`: it has two possible readings. */
export type MoneyInputError = 'none' | 'unclear';

/**
 * Parses a typed amount to minor units. Takes a point or a comma before decimals, and either of them, a space or an
 * apostrophe between thousands. A single separator before three digits, as in `12,345`, is read as the locale writes
 * numbers; it is `unclear` if the locale uses another separator or none is given. In a currency without decimals, it
 * can only separate thousands.
 */
export function parseMoneyInput(
  text: string,
  { currency, locale }: { currency: string; locale?: string },
): MinorUnits | MoneyInputError {
  const digits = fractionDigits(currency);
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '');
  const lone = /^(\d{1,3})([.,])(\d{3})$/.exec(bare);
  if (lone && digits > 0) {
    const [, before = '', separator = '', after = ''] = lone;
    const { group, decimal } = locale === undefined ? { group: '', decimal: '' } : separatorsOf(locale);
    if (separator === group && before !== '0') return toMinorUnits(before + after, '', digits);
    if (separator === decimal && digits === 3) return toMinorUnits(before, after, digits);
    return before === '0' && digits === 3 ? toMinorUnits(before, after, digits) : 'unclear';
  }
  // Three digits after the last separator are a group, unless the currency has three decimals.
  const match = (digits === 3 ? /^(\d[\d.,]*?)(?:[.,](\d{1,}))?$/ : /^(\d[\d.,]*?)(?:[.,](\d{1,2}|\d{4,}))?$/).exec(
    bare,
  );
  if (!match) return 'none';
  const [, grouped = '', decimals = ''] = match;
  if (decimals.length > digits) return 'none';
  // The group separator is the same throughout and differs from the decimal separator.
  const separator = /[.,]/.exec(grouped)?.[0];
  if (!/^\d+$|^[1-9]\d{0,2}([.,]\d{3})+$/.test(grouped)) return 'none';
  if (
    separator &&
    (grouped.includes(separator === '.' ? ',' : '.') ||
      (decimals !== '' && bare.at(-1 - decimals.length) === separator))
  )
    return 'none';
  return toMinorUnits(grouped.replace(/[.,]/g, ''), decimals, digits);
}

function toMinorUnits(units: string, decimals: string, digits: number): MinorUnits | MoneyInputError {
  const amount = Number(units) * 10 ** digits + Number(decimals.padEnd(digits, '0') || '0');
  return Number.isSafeInteger(amount) && amount > 0 ? amount : 'none';
}

/** As `parseMoneyInput`, but returns null for any error. */
export function parsePositiveMoney(text: string, currency: string, locale?: string): MinorUnits | null {
  const read = parseMoneyInput(text, { currency, ...(locale === undefined ? {} : { locale }) });
  return typeof read === 'number' ? read : null;
}

/** Money as people type it. Apart from how it is shown, as what a device shows first types none. */
import type { MinorUnits } from './ids.ts';
import { fractionDigits } from './money.ts';

/** The amount as a field for typing shows it: no currency, no grouping, the locale's decimal sign. */
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

/** The sign that a locale puts between thousands, and the one before decimals. Intl leaves the first out of small amounts. */
function signsOf(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5);
  const of = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { group: of('group'), decimal: of('decimal') };
}

/** What an amount that somebody typed is not: `unclear` could be one of two. */
export type MoneyInputError = 'none' | 'unclear';

/**
 * What somebody typed as an amount, in minor units. Takes a point or a comma for decimals, and either, a space or an apostrophe
 * between thousands. One of them before just three digits, as in `12,345`, may be either: it is read as the locale writes numbers,
 * and is `unclear` where the locale writes it otherwise or none is given.
 */
export function parseMoneyInput(
  text: string,
  { currency, locale }: { currency: string; locale?: string },
): MinorUnits | MoneyInputError {
  const digits = fractionDigits(currency);
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '');
  const lone = /^(\d{1,3})([.,])(\d{3})$/.exec(bare);
  if (lone && digits > 0) {
    const [, before = '', sign = '', after = ''] = lone;
    const { group, decimal } = locale === undefined ? { group: '', decimal: '' } : signsOf(locale);
    if (sign === group && before !== '0') return whole(before + after, '', digits);
    if (sign === decimal && digits === 3) return whole(before, after, digits);
    return before === '0' && digits === 3 ? whole(before, after, digits) : 'unclear';
  }
  // Three digits after the last sign are a thousand's group, except where the currency has three decimals.
  const parts = (digits === 3 ? /^(\d[\d.,]*?)(?:[.,](\d{1,}))?$/ : /^(\d[\d.,]*?)(?:[.,](\d{1,2}|\d{4,}))?$/).exec(
    bare,
  );
  if (!parts) return 'none';
  const [, grouped = '', decimals = ''] = parts;
  if (decimals.length > digits) return 'none';
  // The sign between thousands is one and the same, and not the one before the decimals.
  const sign = /[.,]/.exec(grouped)?.[0];
  if (!/^\d+$|^[1-9]\d{0,2}([.,]\d{3})+$/.test(grouped)) return 'none';
  if (
    sign &&
    (grouped.includes(sign === '.' ? ',' : '.') || (decimals !== '' && bare.at(-1 - decimals.length) === sign))
  )
    return 'none';
  return whole(grouped.replace(/[.,]/g, ''), decimals, digits);
}

function whole(units: string, decimals: string, digits: number): MinorUnits | MoneyInputError {
  const amount = Number(units) * 10 ** digits + Number(decimals.padEnd(digits, '0') || '0');
  return Number.isSafeInteger(amount) && amount > 0 ? amount : 'none';
}

/** As `parseMoneyInput`; null when it is not, or not surely, a positive amount of the currency. */
export function parsePositiveMoney(text: string, currency: string, locale?: string): MinorUnits | null {
  const read = parseMoneyInput(text, { currency, ...(locale === undefined ? {} : { locale }) });
  return typeof read === 'number' ? read : null;
}

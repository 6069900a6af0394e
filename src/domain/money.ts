/** Money as people read and type it; inside the product it is always integer minor units with an ISO 4217 code. */
import type { MinorUnits } from './ids.ts';

const digitsByCurrency = new Map<string, number>();

/** How many decimals the currency has: 2 for DKK, 0 for JPY. An unknown code counts as 2. */
export function fractionDigits(currency: string): number {
  const known = digitsByCurrency.get(currency);
  if (known !== undefined) return known;
  let digits = 2;
  try {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    // A code that Intl does not take: two decimals, as nearly all currencies have.
  }
  digitsByCurrency.set(currency, digits);
  return digits;
}

const formats = new Map<string, Intl.NumberFormat>();

/** The amount in the way of the locale, without decimals when there are none to show: `DKK 450`, `12,50 €`. */
export function formatMoney(amount: MinorUnits, { currency, locale }: { currency: string; locale: string }): string {
  const digits = fractionDigits(currency);
  const whole = amount % 10 ** digits === 0;
  const key = `${locale} ${currency} ${whole}`;
  let format = formats.get(key);
  if (!format) {
    const decimals = whole ? 0 : digits;
    const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    try {
      format = new Intl.NumberFormat(locale, { ...options, style: 'currency', currency });
    } catch {
      format = new Intl.NumberFormat(locale, options);
    }
    formats.set(key, format);
  }
  return format.format(amount / 10 ** digits);
}

/** The amount as a field for typing shows it: no currency, no grouping, the locale's decimal sign. */
export function moneyForField(amount: MinorUnits, { currency, locale }: { currency: string; locale: string }): string {
  const digits = fractionDigits(currency);
  const decimals = amount % 10 ** digits === 0 ? 0 : digits;
  return new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** digits);
}

/**
 * What somebody typed as an amount, in minor units; null when it is not a positive amount of the currency.
 * Takes a point or a comma for decimals, and either, a space or an apostrophe between thousands.
 */
export function parseMoney(text: string, currency: string): MinorUnits | null {
  const digits = fractionDigits(currency);
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '');
  // Three digits are a thousand's group, except where the currency has three decimals.
  const parts = (digits === 3 ? /^(\d[\d.,]*?)(?:[.,](\d{1,}))?$/ : /^(\d[\d.,]*?)(?:[.,](\d{1,2}|\d{4,}))?$/).exec(
    bare,
  );
  if (!parts) return null;
  const [, whole = '', decimals = ''] = parts;
  if (decimals.length > digits) return null;
  if (!/^\d+$|^\d{1,3}([.,]\d{3})+$/.test(whole)) return null;
  const amount = Number(whole.replace(/[.,]/g, '')) * 10 ** digits + Number(decimals.padEnd(digits, '0') || '0');
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null;
}

/** Formatting of money. Amounts are always integer minor units with an ISO 4217 code. */
import type { MinorUnits } from './ids.ts';

const digitsByCurrency = new Map<string, number>();

/** Returns the number of decimals of a currency: 2 for DKK, 0 for JPY; 2 for an unknown code. */
export function fractionDigits(currency: string): number {
  const cached = digitsByCurrency.get(currency);
  if (cached !== undefined) return cached;
  let digits = 2;
  try {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    // Intl does not know the code: two decimals, as most currencies have.
  }
  digitsByCurrency.set(currency, digits);
  return digits;
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Converts minor units to a number of major units: 12550 in EUR is 125.5. For files and axes; use `formatMoney` for
 * people.
 */
export const toMajorUnits = (amount: number, currency: string): number => amount / 10 ** fractionDigits(currency);

/** Replaces the hyphen that Intl writes before negative numbers in most languages by a minus sign. */
export const withMinus = (number: string): string => number.replace('-', '−');

/** Formats an amount in a locale, without decimals if they are zero: `DKK 450`, `12,50 €`. */
export function formatMoney(amount: MinorUnits, { currency, locale }: { currency: string; locale: string }): string {
  const digits = fractionDigits(currency);
  const isWholeAmount = amount % 10 ** digits === 0;
  const key = `${locale} ${currency} ${isWholeAmount}`;
  let format = formats.get(key);
  if (!format) {
    const decimals = isWholeAmount ? 0 : digits;
    const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    try {
      format = new Intl.NumberFormat(locale, { ...options, style: 'currency', currency });
    } catch {
      format = new Intl.NumberFormat(locale, options);
    }
    formats.set(key, format);
  }
  return withMinus(format.format(amount / 10 ** digits));
}

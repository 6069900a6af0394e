/**
 * Capability octo/pricing: prices with the included tax. Net prices for resellers are agreed individually and not
 * returned.
 */
import { fractionDigits } from '../../../../src/domain/money.ts';
import type { BookedRow, Product, Slot } from './database-rows.ts';

interface Sold {
  currency: string;
  vat_rate: number | null;
}

export function pricing(amount: number, { currency, vat_rate }: Sold) {
  const tax = vat_rate === null ? 0 : Math.round((amount * vat_rate) / (100 + vat_rate));
  return {
    original: amount,
    retail: amount,
    net: null,
    currency,
    currencyPrecision: fractionDigits(currency),
    includedTaxes: tax === 0 ? [] : [{ name: `VAT ${vat_rate}`, original: tax, retail: tax, net: null }],
  };
}

export const productPricing = ({ currency }: Product) => ({
  defaultCurrency: currency,
  availableCurrencies: [currency],
  pricingPer: 'UNIT',
});

export type RequestedUnits = readonly { id: string; quantity: number }[];

export const unitPricing = (slot: Slot, sold: Sold) =>
  slot.prices.map(({ price_category_id: unitId, amount }) => ({ unitId, ...pricing(amount, sold) }));

/** Returns unit prices, and the total if units were requested. */
export function slotPricing(slot: Slot, sold: Sold, requested: RequestedUnits | null) {
  const amounts = new Map(slot.prices.map((price) => [price.price_category_id, price.amount]));
  const total = requested?.reduce((sum, { id, quantity }) => sum + (amounts.get(id) ?? 0) * quantity, 0);
  return { unitPricing: unitPricing(slot, sold), ...(total === undefined ? {} : { pricing: pricing(total, sold) }) };
}

/** Returns the lowest price of each unit on a day, and the lowest total of the requested units. */
export function dayPricing(slots: readonly Slot[], sold: Sold, requested: RequestedUnits | null) {
  const lowest = new Map<string, number>();
  for (const { price_category_id: unit, amount } of slots.flatMap((slot) => slot.prices))
    lowest.set(unit, Math.min(amount, lowest.get(unit) ?? amount));
  const totals = slots.flatMap((slot) => slotPricing(slot, sold, requested).pricing?.retail ?? []);
  return {
    unitPricingFrom: [...lowest].map(([unitId, amount]) => ({ unitId, ...pricing(amount, sold) })),
    ...(totals.length === 0 ? {} : { pricingFrom: pricing(Math.min(...totals), sold) }),
  };
}

export const bookingPricing = ({ money, vat_rate }: BookedRow) =>
  pricing(money.total, { currency: money.currency, vat_rate });

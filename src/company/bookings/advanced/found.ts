/** How many bookings are found, and what they come to by currency. */
import type { BookingSum, ListedBooking } from '../../../data/bookings/list.ts';

export interface Found {
  count: number;
  sums: readonly { currency: string; due: number; paid: number }[];
}

/** Amounts of two currencies are never one. */
export function byCurrency<Sum extends { currency: string; due: number; paid: number }>(
  all: readonly Sum[],
): Found['sums'] {
  const whole = new Map<string, { currency: string; due: number; paid: number }>();
  for (const { currency, due, paid } of all) {
    const known = whole.get(currency) ?? { currency, due: 0, paid: 0 };
    whole.set(currency, { currency, due: known.due + due, paid: known.paid + Math.max(0, paid) });
  }
  return [...whole.values()];
}

export const moneyOf = (bookings: readonly ListedBooking[]): Found['sums'] => byCurrency(bookings);

export const foundOf = (sums: readonly BookingSum[] | undefined): Found | null =>
  sums ? { count: sums.reduce((all, one) => all + one.count, 0), sums: byCurrency(sums) } : null;

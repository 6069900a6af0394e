import type { BookingSum, ListedBooking } from '../../../data/bookings/list.ts';

export interface ResultSummary {
  count: number;
  sums: readonly { currency: string; due: number; paid: number }[];
}

/** Adds up amounts per currency; a negative `paid` counts as zero. */
export function groupByCurrency<Sum extends { currency: string; due: number; paid: number }>(
  all: readonly Sum[],
): ResultSummary['sums'] {
  const whole = new Map<string, { currency: string; due: number; paid: number }>();
  for (const { currency, due, paid } of all) {
    const known = whole.get(currency) ?? { currency, due: 0, paid: 0 };
    whole.set(currency, { currency, due: known.due + due, paid: known.paid + Math.max(0, paid) });
  }
  return [...whole.values()];
}

export const sumMoney = (bookings: readonly ListedBooking[]): ResultSummary['sums'] => groupByCurrency(bookings);

export const toResultSummary = (sums: readonly BookingSum[] | undefined): ResultSummary | null =>
  sums ? { count: sums.reduce((all, one) => all + one.count, 0), sums: groupByCurrency(sums) } : null;

import type { BookingSum, ListedBooking } from '../../../data/bookings/list.ts';

export interface ResultSummary {
  count: number;
  sums: readonly { currency: string; due: number; paid: number }[];
}

/** Adds up amounts per currency; a negative `paid` counts as zero, as it leaves nothing to refund. */
export function groupByCurrency<Sum extends { currency: string; due: number; paid: number }>(
  sums: readonly Sum[],
): ResultSummary['sums'] {
  const totals = new Map<string, { currency: string; due: number; paid: number }>();
  for (const { currency, due, paid } of sums) {
    const total = totals.get(currency) ?? { currency, due: 0, paid: 0 };
    totals.set(currency, { currency, due: total.due + due, paid: total.paid + Math.max(0, paid) });
  }
  return [...totals.values()];
}

export const sumMoney = (bookings: readonly ListedBooking[]): ResultSummary['sums'] => groupByCurrency(bookings);

export const toResultSummary = (sums: readonly BookingSum[] | undefined): ResultSummary | null =>
  sums ? { count: sums.reduce((total, sum) => total + sum.count, 0), sums: groupByCurrency(sums) } : null;

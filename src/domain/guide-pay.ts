/** A guide's monthly statement and its sums. PostgreSQL calculates the lines (ADR 057). */
import type { Instant, LocalDate, MinorUnits, Uuid } from './ids.ts';
import type { LocalisedText } from './locales.ts';

/** `public.pay_kind`. The last three are extra pay for a tour with many guests, at a weekend or in the evening. */
export const PAY_KINDS = ['per_tour', 'per_hour', 'per_guest', 'many_guests', 'weekend', 'evening'] as const;
export type PayKind = (typeof PAY_KINDS)[number];

/** Why a tour is not paid yet. `next_month`: its month was already settled, so it counts in the next. */
export const UNPAID_REASONS = [
  'no_report',
  'submitted',
  'returned',
  'nobody_booked',
  'no_guide',
  'next_month',
] as const;
export type UnpaidReason = (typeof UNPAID_REASONS)[number];

export interface PayPart {
  kind: PayKind;
  /** Per tour, hour or guest; extra pay is per tour. Null for a correction, which may combine several. */
  rate: MinorUnits | null;
  amount: MinorUnits;
  currency: string;
}

export interface StatementLine {
  userId: Uuid;
  departureId: Uuid;
  title: LocalisedText;
  startsAt: Instant;
  localDate: LocalDate;
  /** 1; a correction may also have 0 or -1. */
  tours: number;
  minutes: number;
  guests: number;
  /** Minutes that the tour started late, as reported; 0 without a report. */
  minutesLate: number;
  /** Whether a report gave the figures; else the check-ins did. */
  isReported: boolean;
  /** Corrects a month that was already settled. */
  isCorrection: boolean;
  pay: readonly PayPart[];
}

export interface UnpaidTour {
  /** Null if the guide is unknown. */
  userId: Uuid | null;
  departureId: Uuid;
  title: LocalisedText;
  startsAt: Instant;
  localDate: LocalDate;
  minutes: number;
  reason: UnpaidReason;
}

export interface Money {
  amount: MinorUnits;
  currency: string;
}

/** Sums amounts by currency: an old month has two if the company changed its currency. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

export interface StatementSums {
  tours: number;
  minutes: number;
  guests: number;
  paid: Money[];
}

export const sumsOf = (lines: readonly StatementLine[]): StatementSums => ({
  tours: lines.reduce((sum, line) => sum + line.tours, 0),
  minutes: lines.reduce((sum, line) => sum + line.minutes, 0),
  guests: lines.reduce((sum, line) => sum + line.guests, 0),
  paid: sumByCurrency(lines.flatMap(({ pay }) => pay)),
});

/** One guide's month; `userId` null has the tours whose guide is unknown. */
export interface GuideStatement {
  userId: Uuid | null;
  lines: StatementLine[];
  open: UnpaidTour[];
}

/** Groups lines by guide, sorted by name; tours without a known guide come last. */
export function groupByGuide(
  { lines, open }: { lines: readonly StatementLine[]; open: readonly UnpaidTour[] },
  nameOf: (id: Uuid | null) => string,
): GuideStatement[] {
  const guides = new Set<Uuid | null>([...lines, ...open].map(({ userId }) => userId));
  return [...guides]
    .map((userId) => ({
      userId,
      lines: lines.filter((line) => line.userId === userId),
      open: open.filter((tour) => tour.userId === userId),
    }))
    .sort(
      (a, b) =>
        Number(a.userId === null) - Number(b.userId === null) || nameOf(a.userId).localeCompare(nameOf(b.userId)),
    );
}

/** Counts departures that are still to be paid, once for all guides; those without bookings never are. */
export const countPendingTours = (open: readonly UnpaidTour[]): number =>
  new Set(open.filter(({ reason }) => reason !== 'nobody_booked').map(({ departureId }) => departureId)).size;

/** Returns the pay kinds that the lines use, in the order of their columns. */
export function payKindsOf(lines: readonly StatementLine[]): PayKind[] {
  const used = new Set(lines.flatMap(({ pay }) => pay.map(({ kind }) => kind)));
  return PAY_KINDS.filter((kind) => used.has(kind));
}

/** A guide's statement: its sums and what is said of it. The lines are reckoned in Postgres. ADR 057 */
import type { Instant, LocalDate, MinorUnits, Uuid } from './ids.ts';
import type { LocalisedText } from './locales.ts';

/** `public.pay_kind`. */
export const PAY_KINDS = ['per_tour', 'per_hour', 'per_guest', 'many_guests', 'weekend', 'evening'] as const;
export type PayKind = (typeof PAY_KINDS)[number];

/** Why a tour does not count yet. `next_month`: it does, and its month was settled before. */
export const UNPAID_REASONS = [
  'no_report',
  'submitted',
  'asked_back',
  'nobody_booked',
  'no_guide',
  'next_month',
] as const;
export type UnpaidReason = (typeof UNPAID_REASONS)[number];

export interface PayPart {
  kind: PayKind;
  /** Of one tour, hour or guest; null: a correction, which may be of several. */
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
  /** One; of a correction also none, or one less. */
  tours: number;
  minutes: number;
  guests: number;
  minutesLate: number;
  isReported: boolean;
  /** Of a month that was settled before. */
  isCorrection: boolean;
  pay: readonly PayPart[];
}

export interface UnpaidTour {
  /** Null: nobody is known to have guided it. */
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

/** What parts are worth together, by currency: a company that changed its own has two in an old month. */
export function sumByCurrency(parts: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of parts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
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

/** A month of one guide; of nobody, what nobody is known to have guided. */
export interface GuideStatement {
  userId: Uuid | null;
  lines: StatementLine[];
  open: UnpaidTour[];
}

/** By guide, in the order of their names. */
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

/** How many tours are still to be known of; one that nobody booked waits for nothing. */
export const countPendingTours = (open: readonly UnpaidTour[]): number =>
  new Set(open.filter(({ reason }) => reason !== 'nobody_booked').map(({ departureId }) => departureId)).size;

/** The kinds that some lines are paid by, in their order: each a column. */
export function payKindsOf(lines: readonly StatementLine[]): PayKind[] {
  const used = new Set(lines.flatMap(({ pay }) => pay.map(({ kind }) => kind)));
  return PAY_KINDS.filter((kind) => used.has(kind));
}

import * as v from 'valibot';
import { KEPT_FIGURES, KEPT_TODAY, readFigures, readToday } from '../../data/dashboard.ts';
import { daysBetween, MEASURES, type Period } from '../../domain/figures.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { addDays } from '../../lib/local-date.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { dateOrNull, oneOf, useUrlState } from '../../ui/address/use-url-state.ts';

/** The day so far; hints keep it so. */
export function useToday(company: Uuid) {
  useInvalidation(company);
  return useServerQuery({
    key: [company, 'today'],
    fetch: (signal) => readToday(company, { signal }),
    cacheSchema: KEPT_TODAY,
  });
}

/** Of a range that ends today the latest answer is kept: without a network it is shown with its own days, and since when it is so. */
export const useFigures = (company: Uuid, range: Range, { from, to }: Period) =>
  useServerQuery({
    key: [company, 'figures', from, to],
    cacheKey: [company, 'figures', ...(range === 'own' ? [from, to] : [range])],
    fetch: (signal) => readFigures(company, { from, to, signal }),
    cacheSchema: KEPT_FIGURES,
  });

/** Days up to today, or days of one's own. */
export const RANGES = ['30', '7', '90', '365', 'own'] as const;
export type Range = (typeof RANGES)[number];
/** Days, beyond the first: what the server tells at most. */
const LONGEST = 366;

const SHAPE = v.object({
  range: oneOf(RANGES),
  from: dateOrNull(),
  to: dateOrNull(),
  show: oneOf(MEASURES),
});

/** The range and what of it the first chart shows. */
export const useDashboardUrl = () => useUrlState(SHAPE);

/** The days that an address means; own ones that make no range are the usual thirty. */
export function daysOf({ range, from, to }: v.InferOutput<typeof SHAPE>, today: LocalDate): Period {
  if (range === 'own' && from !== null && to !== null && isRange({ from, to })) return { from, to };
  const days = range === 'own' ? 30 : Number(range);
  return { from: addDays(today, 1 - days), to: today };
}

export const isRange = ({ from, to }: Period) => from <= to && daysBetween(from, to) <= LONGEST;

import * as v from 'valibot';
import { FIGURES_CACHE_SCHEMA, TODAY_CACHE_SCHEMA, readFigures, readToday } from '../../data/dashboard.ts';
import { daysBetween, MEASURES, type Period } from '../../domain/figures.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { addDays } from '../../lib/local-date.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { dateOrNull, oneOf, useUrlState } from '../../ui/address/use-url-state.ts';

/** Queries today's figures; change events keep them current. */
export function useToday(company: Uuid) {
  useInvalidation(company);
  return useServerQuery({
    key: [company, 'today'],
    fetch: (signal) => readToday(company, { signal }),
    cacheSchema: TODAY_CACHE_SCHEMA,
  });
}

/**
 * Queries the figures of a period. The latest result of each preset period is cached on the device for offline use and
 * shown with its own dates.
 */
export const useFigures = (company: Uuid, range: Range, { from, to }: Period) =>
  useServerQuery({
    key: [company, 'figures', from, to],
    cacheKey: [company, 'figures', ...(range === 'custom' ? [from, to] : [range])],
    fetch: (signal) => readFigures(company, { from, to, signal }),
    cacheSchema: FIGURES_CACHE_SCHEMA,
  });

/** Last N days, or `custom` dates. The first is the default. */
export const RANGES = ['30', '7', '90', '365', 'custom'] as const;
export type Range = (typeof RANGES)[number];
/** Maximum length in days after the first; the server's limit. */
const MAX_RANGE_DAYS = 366;

const SHAPE = v.object({
  range: oneOf(RANGES),
  from: dateOrNull(),
  to: dateOrNull(),
  show: oneOf(MEASURES),
});

/** URL state: the period, and the measure of the first chart. */
export const useDashboardUrl = () => useUrlState(SHAPE);

/** Returns the dates of the period in the URL; invalid custom dates fall back to the last 30 days. */
export function periodInUrl({ range, from, to }: v.InferOutput<typeof SHAPE>, today: LocalDate): Period {
  if (range === 'custom' && from !== null && to !== null && isValidPeriod({ from, to })) return { from, to };
  const days = range === 'custom' ? 30 : Number(range);
  return { from: addDays(today, 1 - days), to: today };
}

export const isValidPeriod = ({ from, to }: Period) => from <= to && daysBetween(from, to) <= MAX_RANGE_DAYS;

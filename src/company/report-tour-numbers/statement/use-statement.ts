import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import * as v from 'valibot';
import { readGuideStatement, type MonthStatement } from '../../../data/guide-pay.ts';
import { groupByGuide, sumByCurrency, type Money, type StatementLine } from '../../../domain/guide-pay.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { monthOf } from '../../../lib/month-grid.ts';
import { useInvalidation } from '../../../online/use-invalidation.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { useNow } from '../../../ui/dates/clock.ts';
import { useFormats, type Formats } from '../../../ui/format/use-formats.ts';
import { useUrlState, UUID } from '../../../ui/address/use-url-state.ts';
import { formatMonth } from '../../../ui/dates/format-month.ts';

/** In the URL, for departures without a guide, or whose guide's account was deleted before the month was settled. */
export const NO_GUIDE = 'nobody';

const SHAPE = v.object({
  month: v.fallback(v.nullish(v.pipe(v.string(), v.regex(/^2[01]\d\d-(?:0[1-9]|1[0-2])$/)), null), null),
  guide: v.fallback(v.nullish(v.union([v.literal(NO_GUIDE), v.pipe(v.string(), v.regex(UUID))]), null), null),
});

/** Returns the month of the URL with its statements, and the guide whose statement is open. */
export function useStatement(company: { id: Uuid; timeZone: string }) {
  useInvalidation(company.id);
  const today = localDateIn(company.timeZone, useNow());
  const { state, go } = useUrlState(SHAPE);
  const month = state.month ?? monthOf(today);
  const query = useServerQuery({
    key: [company.id, 'guide-statement', month],
    fetch: (signal) => readGuideStatement(company.id, month, signal),
  });
  const { data } = query;
  const formatters = useStatementFormatters(data ?? { people: [], timeZone: company.timeZone });
  const guides = data ? groupByGuide(data, formatters.nameOf) : [];
  const openStatement = data?.may.seeAll
    ? (guides.find(({ userId }) => (userId ?? NO_GUIDE) === state.guide) ?? null)
    : null;
  return { month, go, query, formatters, guides, openStatement };
}

export type StatementState = ReturnType<typeof useStatement>;

export interface StatementFormatters {
  formats: Formats;
  month(month: string): string;
  hours(minutes: number): string;
  /** Returns '' if there are no amounts. */
  money(sums: readonly Money[]): string;
  nameOf(id: Uuid | null): string;
  amountOf(line: StatementLine): string;
}

function useStatementFormatters({
  people,
  timeZone,
}: Pick<MonthStatement, 'people' | 'timeZone'>): StatementFormatters {
  const intl = useIntl();
  const formats = useFormats(timeZone);
  return useMemo(() => {
    const names = new Map(people.map(({ id, displayName }) => [id, displayName]));
    const money = (sums: readonly Money[]) =>
      sums.map(({ amount, currency }) => formats.money(amount, currency)).join(' + ');
    return {
      formats,
      money,
      month: (month) => formatMonth(intl, month),
      hours: (minutes) =>
        intl.formatNumber(minutes / 60, {
          style: 'unit',
          unit: 'hour',
          unitDisplay: 'short',
          maximumFractionDigits: 2,
        }),
      nameOf: (id) =>
        id === null
          ? intl.formatMessage({ id: 'pay.noGuide' })
          : (names.get(id) ?? intl.formatMessage({ id: 'pay.gone' })),
      amountOf: ({ pay }) => money(sumByCurrency(pay)),
    };
  }, [intl, formats, people]);
}

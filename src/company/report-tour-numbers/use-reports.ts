import { useMemo, useState } from 'react';
import * as v from 'valibot';
import type { Uuid } from '../../domain/ids.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useStoredReports } from '../../offline/read/tour-reports.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { dateOrNull, someOf, useUrlState, uuidOrNull } from '../../ui/address/use-url-state.ts';
import { joinReports, matchesReportFilter, REPORT_FILTERS } from './reports.ts';
import type { ServerReportsState } from './server-reports.tsx';

const MINUTE_MS = 60_000;

const SHAPE = v.object({
  show: someOf(REPORT_FILTERS),
  departure: uuidOrNull(),
  /** Last day to query; null for today. */
  until: dateOrNull(),
  view: v.fallback(v.nullish(v.literal('statement'), null), null),
});

type ReportsUrl = v.InferOutput<typeof SHAPE>;

/** URL state: filter, open report, and whether the statement is shown. */
export const useReportsUrl = () => useUrlState(SHAPE);

/** Returns the merged reports of device and server, filtered as in the URL, and the props of `ServerReports`. */
export function useReports(company: { id: Uuid; timeZone: string }, { until, show, departure }: ReportsUrl) {
  const now = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS;
  const stored = useStoredReports(company.id);
  const [server, setServer] = useState<ServerReportsState>({ state: 'loading', data: undefined });
  const tourReports = useMemo(() => joinReports(stored ?? null, server.data, now), [stored, server.data, now]);
  // Shows "loading" rather than "empty" until both sources have answered.
  const isPending = stored === undefined || (server.state === 'loading' && navigator.onLine);
  const all = tourReports?.reports ?? [];
  return {
    tourReports,
    visibleReports: all.filter(
      (report) => show.length === 0 || show.some((filter) => matchesReportFilter(filter, report)),
    ),
    openReport: all.find(({ departureId }) => departureId === departure) ?? null,
    isLoading: all.length === 0 && isPending && server.state !== 'failed',
    hasFailed: server.state === 'failed',
    serverReportsProps: {
      companyId: company.id,
      until: until ?? localDateIn(company.timeZone, now),
      waiting: stored?.pending.length ?? 0,
      onStateChange: setServer,
    },
  };
}

import { useMemo, useState } from 'react';
import * as v from 'valibot';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useStoredReports } from '../../offline/read/tour-reports.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { dateOrNull, someOf, useUrlState, uuidOrNull } from '../../ui/address/use-url-state.ts';
import { joinReports, REPORT_FILTERS } from './reports.ts';
import type { ServerReportsState } from './server-reports.tsx';

const MINUTE_MS = 60_000;

const SHAPE = v.object({
  show: someOf(REPORT_FILTERS),
  departure: uuidOrNull(),
  /** Last day to query; null for today. */
  until: dateOrNull(),
  view: v.fallback(v.nullish(v.literal('statement'), null), null),
});

/** URL state: filter, open report, and whether the statement is shown. */
export const useReportsUrl = () => useUrlState(SHAPE);

/** Returns the merged reports of device and server; `onStateChange` receives the server's. */
export function useReports(company: { id: Uuid; timeZone: string }, until: LocalDate | null) {
  const now = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS;
  const stored = useStoredReports(company.id);
  const [server, setServer] = useState<ServerReportsState>({ state: 'loading', data: undefined });
  const tourReports = useMemo(() => joinReports(stored ?? null, server.data, now), [stored, server.data, now]);
  // Shows "loading" rather than "empty" until both sources have answered.
  const isPending = stored === undefined || (server.state === 'loading' && navigator.onLine);
  return {
    tourReports,
    isLoading: (tourReports?.reports.length ?? 0) === 0 && isPending && server.state !== 'failed',
    hasFailed: server.state === 'failed',
    serverReports: {
      companyId: company.id,
      until: until ?? localDateIn(company.timeZone, now),
      waiting: stored?.pending.length ?? 0,
      onStateChange: setServer,
    },
  };
}

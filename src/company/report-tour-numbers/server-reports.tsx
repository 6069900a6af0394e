/**
 * Fetches the reports of a day and the two weeks before it from the server and passes them on. Cached on the device;
 * without a result only the device's reports are listed.
 */
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import {
  REPORTS_CACHE_SCHEMA,
  readTourReports,
  withoutFreeText,
  type TourReportsResponse,
} from '../../data/tour-reports.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { addDays } from '../../lib/local-date.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';

const DAYS_BEFORE = 14;

export interface ServerReportsState {
  state: 'loading' | 'failed' | 'loaded';
  data: TourReportsResponse | undefined;
}

export interface ServerReportsProps {
  companyId: Uuid;
  /** Last day of the range. */
  until: LocalDate;
  /** Number of report actions in the outbox; when some were sent, the query is refetched. */
  waiting: number;
  onStateChange(state: ServerReportsState): void;
}

export function ServerReports({ companyId, until, waiting, onStateChange }: ServerReportsProps) {
  useInvalidation(companyId);
  const query = useServerQuery({
    key: [companyId, 'tour-reports', until],
    fetch: (signal) => readTourReports(companyId, { from: addDays(until, -DAYS_BEFORE), to: until, signal }),
    cacheSchema: REPORTS_CACHE_SCHEMA,
    reduceForCache: withoutFreeText,
  });
  const { refetch, data } = query;
  const state = query.state === 'loading' || query.state === 'failed' ? query.state : 'loaded';
  useEffect(() => {
    onStateChange({ state, data });
  }, [state, data, onStateChange]);
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting < before.current) refetch();
    before.current = waiting;
  }, [waiting, refetch]);
  if (state !== 'failed') return null;
  return (
    <QueryView query={query} skeleton={null} failed={<FormattedMessage id="numbers.failed" />}>
      {() => null}
    </QueryView>
  );
}

/** Statistics of a period compared with the previous one. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MemberCompany } from '../../../data/identity.ts';
import type { LocalDate } from '../../../domain/ids.ts';
import { AsOfNote } from '../../../ui/display/as-of-note.tsx';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import type { Formats } from '../../../ui/format/use-formats.ts';
import type { Links } from '../dashboard-links.ts';
import { periodInUrl, useDashboardUrl, useFigures } from '../use-dashboard.ts';
import { Charts } from './charts.tsx';
import { StatisticsSheet } from './statistics-sheet.tsx';
import { PeriodChoice } from './period-choice.tsx';

const useStyles = makeStyles({
  skeleton: { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(420px, 100%), 1fr))', gap: '16px' },
});

/** Milliseconds between polls while the server is still aggregating. */
const POLL_INTERVAL_MS = 30_000;

export interface StatisticsSectionProps {
  company: MemberCompany;
  today: LocalDate;
  formats: Formats;
  links: Links;
}

export function StatisticsSection({ company, today, formats, links }: StatisticsSectionProps) {
  const { state, go } = useDashboardUrl();
  const period = periodInUrl(state, today);
  const query = useFigures(company.id, state.range, period);
  const { refetch } = query;
  const isBehind = query.data?.isBehind ?? false;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && refetch(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isBehind, refetch]);
  return (
    <>
      <PeriodChoice state={state} period={period} onChange={go} />
      <QueryView
        query={query}
        skeleton={<StatisticsSkeleton />}
        failed={<FormattedMessage id="dashboard.figures.failed" />}
      >
        {(figures) => {
          const charts = {
            figures,
            formats,
            links,
            measure: state.show,
            onMeasure: (show: typeof state.show) => go({ show }, { replace: true }),
          };
          const asOf = <AsOfNote asOf={figures.asOf} isBehind={figures.isBehind} timeZone={company.timeZone} />;
          if (figures.asOf === null) return asOf;
          return (
            <>
              {asOf}
              <Charts {...charts} />
              <StatisticsSheet company={company.name} asOf={asOf} {...charts} />
            </>
          );
        }}
      </QueryView>
    </>
  );
}

function StatisticsSkeleton() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.skeleton}>
      {[0, 1, 2, 3].map((chart) => (
        <SkeletonItem key={chart} shape="rectangle" style={{ height: '300px' }} />
      ))}
    </Skeleton>
  );
}

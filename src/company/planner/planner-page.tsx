/** /tours/calendar2: the planner, with a lane per guide or tour over a day or week, and conflicts. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { LocalDate } from '../../domain/ids.ts';
import { addDays, localDateIn } from '../../lib/local-date.ts';
import { GuideTime } from '../../features/lazy-guide-time.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { QueryAge, QueryView } from '../../ui/loading/query-view.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { PHONE } from '../../ui/theme/breakpoints.ts';
import { gutter } from '../../ui/theme/sizes.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import { PlannerBoard } from './planner-board.tsx';
import { PlannerToolbar } from './planner-toolbar.tsx';
import { mondayOf } from './planner-time.ts';
import { usePlanner, usePlannerUrl } from './use-planner.ts';

const useStyles = makeStyles({
  notice: { padding: `0 ${gutter} 8px` },
  skeleton: { display: 'grid', gap: '4px', padding: `0 ${gutter}` },
  row: { height: '52px' },
});

/** Number of lanes in the skeleton. */
const SKELETON_ROWS = 9;

export function PlannerPage() {
  const currentUser = useCurrentUser();
  const company = currentUser?.company;
  return currentUser && company ? (
    <LanesOf
      key={company.id}
      company={company.id}
      zone={company.timeZone}
      isOwner={currentUser.can('COMPANY_ALL_ACCESS')}
    />
  ) : null;
}

function LanesOf({ company, zone, isOwner }: { company: string; zone: string; isOwner: boolean }) {
  const styles = useStyles();
  const phone = useMediaQuery(PHONE);
  const today = localDateIn(zone, useNow());
  const { state, go } = usePlannerUrl();
  const [adding, setAdding] = useState(false);
  const [hours, setHours] = useState(false);
  const [suggesting, setSuggesting] = useState<LocalDate | null>(null);
  // A phone shows only the list of a day.
  const view = phone ? 'day' : state.view;
  const by = phone ? 'guide' : state.by;
  const on = state.on ?? today;
  const monday = mondayOf(on);
  const query = usePlanner(company, monday);
  const isLoaded = query.data?.monday === monday;
  const step = (by: -1 | 1) => go({ on: addDays(on, by * (view === 'week' ? 7 : 1)) }, { replace: true });

  return (
    <Screen fill header={<PageHeader wide title={<FormattedMessage id="route.planner" />} />}>
      <PlannerToolbar
        view={view}
        groupBy={by}
        date={on}
        phone={phone}
        onStep={step}
        onToday={() => go({ on: null }, { replace: true })}
        onView={(value) => go({ view: value })}
        onGroupBy={(value) => go({ by: value })}
        onSuggest={isLoaded ? () => setSuggesting(on) : null}
        onWorkingHours={isLoaded ? () => setHours(true) : null}
        onAdd={isLoaded ? () => setAdding(true) : null}
      />
      {query.state === 'stale' && query.failure && (
        <div className={styles.notice}>
          <QueryAge query={query} />
        </div>
      )}
      {query.data && isLoaded ? (
        <PlannerBoard
          company={company}
          zone={zone}
          today={today}
          plan={query.data.plan}
          view={view}
          by={by}
          on={on}
          phone={phone}
          adding={adding}
          suggesting={suggesting}
          refetch={query.refetch}
          onAdding={setAdding}
          onSuggesting={setSuggesting}
          onDay={(day) => go({ view: 'day', on: day })}
          onStep={step}
        />
      ) : (
        <div className={styles.notice}>
          <QueryView
            query={query.state === 'failed' ? query : { ...query, state: 'loading', data: undefined }}
            failed={<FormattedMessage id="planner.failed" />}
            skeleton={
              <Skeleton className={styles.skeleton}>
                {Array.from({ length: SKELETON_ROWS }, (_, row) => (
                  <SkeletonItem key={row} shape="rectangle" className={styles.row} />
                ))}
              </Skeleton>
            }
          >
            {() => null}
          </QueryView>
        </div>
      )}
      {hours && query.data && (
        <GuideTime
          isOwn={false}
          zone={zone}
          company={company}
          people={query.data.plan.guides}
          between={{ minutes: query.data.plan.minimumBreakMinutes, mayChange: isOwner }}
          onClose={() => setHours(false)}
        />
      )}
    </Screen>
  );
}

/** The name that the route table expects. */
export { PlannerPage as Component };

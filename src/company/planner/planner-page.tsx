/** /tours/calendar2: the planner, with a lane per guide or tour over a day or week, and conflicts. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { AddRegular, LightbulbRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LocalDate } from '../../domain/ids.ts';
import { addDays, localDateIn } from '../../lib/local-date.ts';
import { GuideTime } from '../../features/lazy-guide-time.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { QueryAge, QueryView } from '../../ui/loading/query-view.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { PageHeader, type PageAction } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { PHONE } from '../../ui/theme/breakpoints.ts';
import { gutter } from '../../ui/theme/sizes.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import { PlannerBoard } from './planner-board.tsx';
import type { ToolbarDialog } from './planner-dialogs.tsx';
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
  if (!currentUser?.company) return null;
  const { id, timeZone } = currentUser.company;
  return <CompanyPlanner key={id} company={id} zone={timeZone} isOwner={currentUser.can('COMPANY_ALL_ACCESS')} />;
}

function CompanyPlanner({ company, zone, isOwner }: { company: string; zone: string; isOwner: boolean }) {
  const styles = useStyles();
  const { phone, today, view, by, on, go } = usePlannerPeriod(zone);
  const [dialog, setDialog] = useState<ToolbarDialog | null>(null);
  const monday = mondayOf(on);
  const query = usePlanner(company, monday);
  const plan = query.data?.monday === monday ? query.data.plan : null;
  const step = (by: -1 | 1) => go({ on: addDays(on, by * (view === 'week' ? 7 : 1)) }, { replace: true });

  return (
    <Screen fill header={<PlannerPageHeader day={on} onDialog={plan && setDialog} />}>
      <PlannerToolbar
        view={view}
        groupBy={by}
        date={on}
        phone={phone}
        onStep={step}
        onToday={() => go({ on: null }, { replace: true })}
        onView={(value) => go({ view: value })}
        onGroupBy={(value) => go({ by: value })}
        onWorkingHours={plan && (() => setDialog({ kind: 'workingHours' }))}
      />
      {query.state === 'stale' && query.failure && (
        <div className={styles.notice}>
          <QueryAge query={query} />
        </div>
      )}
      {plan ? (
        <PlannerBoard
          company={company}
          zone={zone}
          today={today}
          plan={plan}
          view={view}
          by={by}
          on={on}
          phone={phone}
          toolbarDialog={dialog}
          refetch={query.refetch}
          onToolbarDialog={setDialog}
          onDay={(day) => go({ view: 'day', on: day })}
          onStep={step}
        />
      ) : (
        <PlannerLoading query={query} />
      )}
      {dialog?.kind === 'workingHours' && query.data && (
        <GuideTime
          isOwn={false}
          zone={zone}
          company={company}
          people={query.data.plan.guides}
          between={{ minutes: query.data.plan.minimumBreakMinutes, mayChange: isOwner }}
          onClose={() => setDialog(null)}
        />
      )}
    </Screen>
  );
}

/** Title, and actions once the plan is loaded. */
function PlannerPageHeader({ day, onDialog }: { day: LocalDate; onDialog: ((dialog: ToolbarDialog) => void) | null }) {
  const intl = useIntl();
  const actions: PageAction[] = [
    {
      label: intl.formatMessage({ id: 'planner.add' }),
      icon: <AddRegular />,
      onSelect: () => onDialog?.({ kind: 'add' }),
    },
    {
      label: intl.formatMessage({ id: 'planner.suggest' }),
      icon: <LightbulbRegular />,
      primary: true,
      onSelect: () => onDialog?.({ kind: 'suggest', day }),
    },
  ];
  return <PageHeader wide title={<FormattedMessage id="route.planner" />} actions={onDialog ? actions : []} />;
}

/** Returns the day, view and grouping of the URL. A phone shows only the list of a day. */
function usePlannerPeriod(zone: string) {
  const phone = useMediaQuery(PHONE);
  const today = localDateIn(zone, useNow());
  const { state, go } = usePlannerUrl();
  const view = phone ? 'day' : state.view;
  const by = phone ? 'guide' : state.by;
  return { phone, today, view, by, on: state.on ?? today, go };
}

function PlannerLoading({ query }: { query: ReturnType<typeof usePlanner> }) {
  const styles = useStyles();
  return (
    <div className={styles.notice}>
      <QueryView
        // Data of another week counts as none.
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
  );
}

/** The name that the route table expects. */
export { PlannerPage as Component };

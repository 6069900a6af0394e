/** Tour reports: submitted by guides, reviewed by the office. */
import { Button, Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { DocumentTextRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { seesWholeCompany } from '../../domain/permissions.ts';
import { OpenSyncPanel, SyncStatus } from '../../features/sync/sync-status.tsx';
import { useCurrentUser, type CurrentUser } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { ListAndDetail } from '../../ui/layout/list-and-detail.tsx';
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';
import { Message } from '../../ui/states/message.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';
import { ReportDetail } from './report-detail.tsx';
import { GROUP_TEXTS } from './report-texts.ts';
import { ReportsList } from './reports-list.tsx';
import { matchesReportFilter, REPORT_FILTERS } from './reports.ts';
import { useReports, useReportsUrl } from './use-reports.ts';

// Both only work online. Their code is loaded on demand and not precached.
const ServerReports = lazyWithTexts(
  () => import('./server-reports.tsx').then((module) => module.ServerReports),
  ['patterns'],
);
const StatementView = lazyWithTexts(
  () => import('./statement/statement-view.tsx').then((module) => module.StatementView),
  ['guide-pay', 'patterns'],
);

const useStyles = makeStyles({
  tools: { display: 'flex', flexDirection: 'column', gap: '12px', padding: `4px ${gutter} 4px` },
  skeleton: { display: 'flex', flexDirection: 'column', gap: '12px', padding: `8px ${gutter}`, maxWidth: '720px' },
});

export function ReportsScreen() {
  const currentUser = useCurrentUser();
  const company = currentUser?.company;
  const { state, go } = useReportsUrl();
  if (!currentUser || !company) return null;
  const mayReport = currentUser.can('TOUR_ATTENDANCE_ACCESS');
  if ((state.view === 'statement' || !mayReport) && !currentUser.impersonating)
    return (
      <StatementView
        key={company.id}
        company={company}
        // An accountant sees the statements but no reports.
        reports={
          mayReport && {
            onLeave: () => go({ view: null }),
            onDeparture: (departure, until) => go({ view: null, departure, until }),
          }
        }
      />
    );
  return <Reports key={company.id} currentUser={currentUser} company={company} />;
}

type Company = NonNullable<CurrentUser['company']>;

function Reports({ currentUser, company }: { currentUser: CurrentUser; company: Company }) {
  const intl = useIntl();
  const formats = useFormats(company.timeZone);
  const url = useReportsUrl();
  const { state, go } = url;
  const reports = useReports(company, state);
  const { tourReports, openReport } = reports;
  const [isSyncPanelOpen, setSyncPanelOpen] = useState(false);
  const openSyncPanel = () => setSyncPanelOpen(true);
  return (
    <Screen
      fill
      header={
        <ReportsHeader
          currentUser={currentUser}
          onStatement={() => go({ view: 'statement', departure: null, until: null })}
          onSync={openSyncPanel}
        />
      }
    >
      <ListAndDetail
        label={intl.formatMessage({ id: 'numbers.one' })}
        openId={openReport && state.departure}
        onClose={() => go({ departure: null })}
        detail={
          openReport &&
          tourReports && (
            <ReportDetail
              key={openReport.departureId}
              companyId={company.id}
              report={openReport}
              tourReports={tourReports}
              userId={currentUser.userId}
              may={{ review: seesWholeCompany(currentUser.can), unlock: currentUser.can('COMPANY_ALL_ACCESS') }}
              formats={formats}
              onSync={openSyncPanel}
            />
          )
        }
        list={<ReportsPane reports={reports} url={url} formats={formats} />}
      />
      {isSyncPanelOpen && <OpenSyncPanel formats={formats} onClose={() => setSyncPanelOpen(false)} />}
    </Screen>
  );
}

interface ReportsHeaderProps {
  currentUser: CurrentUser;
  onStatement(): void;
  onSync(): void;
}

function ReportsHeader({ currentUser, onStatement, onSync }: ReportsHeaderProps) {
  const intl = useIntl();
  const statement = {
    label: intl.formatMessage({
      id: currentUser.can('CHECK_IN_REPORTING_ACCESS') ? 'numbers.statements' : 'numbers.statement.own',
    }),
    icon: <DocumentTextRegular />,
    onSelect: onStatement,
  };
  return (
    <PageHeader
      wide
      title={<FormattedMessage id="route.reportTourNumbers" />}
      status={<SyncStatus onOpen={onSync} />}
      // Pay is hidden from a partner who acts for the company.
      actions={currentUser.impersonating ? [] : [statement]}
    />
  );
}

interface ReportsPaneProps {
  reports: ReturnType<typeof useReports>;
  url: ReturnType<typeof useReportsUrl>;
  formats: Formats;
}

function ReportsPane({ reports, url, formats }: ReportsPaneProps) {
  const { tourReports, visibleReports, openReport, isLoading, hasFailed } = reports;
  const { state, go } = url;
  return (
    <>
      <ReportTools reports={reports} url={url} formats={formats} />
      {isLoading && <ReportsSkeleton />}
      {tourReports && visibleReports.length > 0 && (
        <ReportsList
          tourReports={tourReports}
          visibleReports={visibleReports}
          openId={openReport && state.departure}
          formats={formats}
          onOpen={(departure) => go({ departure }, { replace: state.departure !== null })}
        />
      )}
      {!isLoading && !hasFailed && visibleReports.length === 0 && (
        <EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="numbers.empty" />} />
      )}
    </>
  );
}

/** Notices and filters above the list. */
function ReportTools({ reports: { tourReports, serverReportsProps }, url: { state, go }, formats }: ReportsPaneProps) {
  const styles = useStyles();
  const intl = useIntl();
  const all = tourReports?.reports ?? [];
  const chips = REPORT_FILTERS.map((value) => {
    const count = all.filter((report) => matchesReportFilter(value, report)).length;
    const id = value === 'incidents' ? 'numbers.incidents' : GROUP_TEXTS[value].id;
    return { value, label: intl.formatMessage({ id }, { count }), count };
  }).filter(({ value, count }) => count > 0 || state.show.includes(value));
  return (
    <div className={styles.tools}>
      {tourReports?.rule === 'check_ins_count' && (
        <Message state="neutral">
          <FormattedMessage id="numbers.rule.checkIns" />
        </Message>
      )}
      {state.until && (
        <Message
          state="neutral"
          actions={
            <Button size="small" onClick={() => go({ until: null, departure: null })}>
              <FormattedMessage id="numbers.until.latest" />
            </Button>
          }
        >
          <FormattedMessage id="numbers.until" values={{ day: formats.date(state.until) }} />
        </Message>
      )}
      {chips.length > 1 && (
        <FilterChips
          label={intl.formatMessage({ id: 'numbers.filter' })}
          choose="any"
          selected={state.show}
          chips={chips}
          onChange={(show) => go({ show })}
        />
      )}
      <ServerReports {...serverReportsProps} />
    </div>
  );
}

function ReportsSkeleton() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.skeleton} aria-hidden>
      {[0, 1, 2, 3].map((index) => (
        <SkeletonItem key={index} size={72} />
      ))}
    </Skeleton>
  );
}

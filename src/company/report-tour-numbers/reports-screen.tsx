/** Tour reports: submitted by guides, reviewed by the office. */
import { Button, Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { DocumentTextRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { seesWholeCompany } from '../../domain/permissions.ts';
import { withTexts } from '../../i18n/messages.ts';
import { OpenSyncPanel, SyncStatus } from '../../features/sync/sync-status.tsx';
import { useCurrentUser, type CurrentUser } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { ListAndDetail } from '../../ui/layout/list-and-detail.tsx';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';
import { Message } from '../../ui/states/message.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { ReportDetail } from './report-detail.tsx';
import { GROUP_TEXTS } from './report-texts.ts';
import { ReportsList } from './reports-list.tsx';
import { matchesReportFilter, REPORT_FILTERS } from './reports.ts';
import { StatementView } from './statement/lazy-statement.ts';
import { useReports, useReportsUrl } from './use-reports.ts';

// Only works online. The code is loaded on demand and not precached.
const ServerReports = lazyWithPreload(
  () => withTexts(import('./server-reports.tsx'), 'patterns').then((module) => module.ServerReports),
  { onLoadError: 'keep' },
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
  const reports = currentUser.can('TOUR_ATTENDANCE_ACCESS');
  if ((state.view === 'statement' || !reports) && !currentUser.impersonating)
    return (
      <StatementView
        key={company.id}
        company={company}
        // An accountant sees the statements but no reports.
        reports={
          reports && {
            onLeave: () => go({ view: null }),
            onDeparture: (departure, until) => go({ view: null, departure, until }),
          }
        }
      />
    );
  return <Reports key={company.id} currentUser={currentUser} company={company} />;
}

function Reports({ currentUser, company }: { currentUser: CurrentUser; company: NonNullable<CurrentUser['company']> }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(company.timeZone);
  const { state, go } = useReportsUrl();
  const { tourReports, isLoading, hasFailed, serverReports } = useReports(company, state.until);
  const [isSyncPanelOpen, setSyncPanelOpen] = useState(false);
  const all = tourReports?.reports ?? [];
  const visibleReports = all.filter(
    (report) => state.show.length === 0 || state.show.some((filter) => matchesReportFilter(filter, report)),
  );
  const openReport = all.find(({ departureId }) => departureId === state.departure) ?? null;
  const chips = REPORT_FILTERS.map((value) => ({
    value,
    label: intl.formatMessage({ id: value === 'incidents' ? 'numbers.incidents' : GROUP_TEXTS[value].id }),
    count: all.filter((report) => matchesReportFilter(value, report)).length,
  })).filter(({ value, count }) => count > 0 || state.show.includes(value));
  const may = { review: seesWholeCompany(currentUser.can), unlock: currentUser.can('COMPANY_ALL_ACCESS') };

  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id="route.reportTourNumbers" />}
          status={<SyncStatus onOpen={() => setSyncPanelOpen(true)} />}
          // Pay is hidden from a partner who acts for the company.
          actions={
            currentUser.impersonating
              ? []
              : [
                  {
                    label: intl.formatMessage({
                      id: currentUser.can('CHECK_IN_REPORTING_ACCESS') ? 'numbers.statements' : 'numbers.statement.own',
                    }),
                    icon: <DocumentTextRegular />,
                    onSelect: () => go({ view: 'statement', departure: null, until: null }),
                  },
                ]
          }
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
              may={may}
              formats={formats}
              onSync={() => setSyncPanelOpen(true)}
            />
          )
        }
        list={
          <>
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
              <ServerReports {...serverReports} />
            </div>
            {isLoading && (
              <Skeleton className={styles.skeleton} aria-hidden>
                {[0, 1, 2, 3].map((index) => (
                  <SkeletonItem key={index} size={72} />
                ))}
              </Skeleton>
            )}
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
        }
      />
      {isSyncPanelOpen && <OpenSyncPanel formats={formats} onClose={() => setSyncPanelOpen(false)} />}
    </Screen>
  );
}

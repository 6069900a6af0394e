/** Statements of a month: the user's own, or all guides' with permission. */
import { Button, Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  CheckmarkCircleRegular,
  ChevronLeftRegular,
  ChevronRightRegular,
  PrintRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { groupByGuide, type GuideStatement } from '../../../domain/guide-pay.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { addMonths } from '../../../lib/month-grid.ts';
import { useInvalidation } from '../../../online/use-invalidation.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { download } from '../../../ui/output/download.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../../ui/states/illustrations.tsx';
import { Detail, ListAndDetail } from '../../../ui/layout/list-and-detail.tsx';
import { PageHeader, type PageAction } from '../../../ui/layout/page-header.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { capitalised, density, gutter, type, weight } from '../../../ui/theme/sizes.ts';
import { GuidesList } from './guides-list.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { statementFile } from './statement-file.ts';
import { StatementNotices } from './statement-notices.tsx';
import { GuideStatementView } from './guide-statement-view.tsx';
import { StatementSheets } from './statement-sheets.tsx';
import { NO_GUIDE, useStatement, useStatementFormatters, type StatementFormatters } from './use-statement.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexDirection: 'column', gap: '12px', padding: `4px ${gutter} 12px` },
  months: { display: 'flex', alignItems: 'center', gap: '4px' },
  step: { minWidth: density.target },
  month: { ...type.lead, fontWeight: weight.bold, margin: 0, ...capitalised },
  list: { flex: '1 1 0', minHeight: 0, overflowY: 'auto', padding: `0 ${gutter} 24px` },
  own: { display: 'grid', gap: '16px', maxWidth: '720px' },
  skeleton: { display: 'grid', gap: '12px', padding: `8px ${gutter}`, maxWidth: '720px' },
});

export interface StatementViewProps {
  company: { id: Uuid; timeZone: string };
  /** Links to the reports; false if the user may not see them. */
  reports: false | { onLeave(): void; onDeparture(departure: Uuid, day: LocalDate): void };
}

export function StatementView({ company, reports }: StatementViewProps) {
  const onDeparture = reports ? reports.onDeparture : null;
  const styles = useStyles();
  const intl = useIntl();
  useInvalidation(company.id);
  const { month, guide, go, query } = useStatement(company);
  const { data } = query;
  const mayReport = useCurrentUser()?.can('CHECK_IN_REPORTING_ACCESS') ?? false;
  const seesAll = data ? data.may.seeAll : mayReport;
  const words = useStatementFormatters(data ?? { people: [], timeZone: company.timeZone });
  const [printing, setPrinting] = useState<readonly GuideStatement[] | null>(null);
  const [settling, setSettling] = useState(false);
  const guides = data ? groupByGuide(data, words.nameOf) : [];
  const openStatement = data?.may.seeAll ? (guides.find(({ userId: id }) => (id ?? NO_GUIDE) === guide) ?? null) : null;
  const acts = (of: readonly GuideStatement[]): PageAction[] => [
    {
      label: intl.formatMessage({ id: 'pay.print' }),
      icon: <PrintRegular />,
      onSelect: () => setPrinting(of),
    },
    {
      label: intl.formatMessage({ id: 'pay.csv' }),
      icon: <ArrowDownloadRegular />,
      onSelect: () =>
        download(statementFile(of, words, { intl, timeZone: company.timeZone }), fileName(month, of, words)),
    },
  ];
  const settle: PageAction[] = data?.may.settle
    ? [
        {
          label: intl.formatMessage({ id: 'pay.settle' }),
          icon: <CheckmarkCircleRegular />,
          primary: true,
          onSelect: () => setSettling(true),
        },
      ]
    : [];
  const stepTo = (by: number) => go({ month: addMonths(month, by) }, { replace: true });
  const ownStatement = data && !data.may.seeAll ? (guides[0] ?? null) : null;
  const monthActions = data && guides.length > 0 ? acts(guides) : [];
  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id={seesAll ? 'pay.statements' : 'pay.own'} />}
          {...(reports ? { leave: { kind: 'back', onSelect: reports.onLeave } as const } : {})}
          actions={settle.length > 0 ? settle : monthActions}
          menu={settle.length > 0 ? monthActions : []}
        />
      }
    >
      <ListAndDetail
        label={intl.formatMessage({ id: 'pay.one' })}
        openId={openStatement && (openStatement.userId ?? NO_GUIDE)}
        onClose={() => go({ guide: null })}
        detail={
          openStatement &&
          data && (
            <Detail title={words.nameOf(openStatement.userId)} meta={words.month(month)} menu={acts([openStatement])}>
              <GuideStatementView statement={openStatement} words={words} onDeparture={onDeparture} />
            </Detail>
          )
        }
        list={
          <>
            <div className={styles.tools}>
              <div className={styles.months}>
                <Button
                  className={styles.step}
                  appearance="subtle"
                  icon={<ChevronLeftRegular />}
                  aria-label={intl.formatMessage({ id: 'pay.month.before' })}
                  onClick={() => stepTo(-1)}
                />
                <Button
                  className={styles.step}
                  appearance="subtle"
                  icon={<ChevronRightRegular />}
                  aria-label={intl.formatMessage({ id: 'pay.month.after' })}
                  onClick={() => stepTo(1)}
                />
                <h2 className={styles.month} aria-live="polite">
                  {words.month(month)}
                </h2>
              </div>
              {data && <StatementNotices monthStatement={data} words={words} />}
            </div>
            <div className={styles.list}>
              <QueryView
                query={query}
                failed={<FormattedMessage id="pay.failed" />}
                skeleton={
                  <Skeleton className={styles.skeleton} aria-hidden>
                    {[72, 80, 88].map((size) => (
                      <SkeletonItem key={size} shape="rectangle" style={{ height: size }} />
                    ))}
                  </Skeleton>
                }
                empty={() =>
                  guides.length === 0 ? (
                    <EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="pay.none" />}>
                      <FormattedMessage id="pay.none.why" />
                    </EmptyState>
                  ) : null
                }
              >
                {(monthStatement) =>
                  monthStatement.may.seeAll ? (
                    <GuidesList
                      guides={guides}
                      words={words}
                      openId={openStatement && (openStatement.userId ?? NO_GUIDE)}
                      onOpen={(id) => go({ guide: id }, { replace: openStatement !== null })}
                    />
                  ) : (
                    ownStatement && (
                      <div className={styles.own}>
                        <GuideStatementView statement={ownStatement} words={words} onDeparture={onDeparture} />
                      </div>
                    )
                  )
                }
              </QueryView>
            </div>
          </>
        }
      />
      {data && printing && (
        <StatementSheets
          statements={printing}
          monthStatement={data}
          month={month}
          words={words}
          onPrinted={() => setPrinting(null)}
        />
      )}
      {data && settling && (
        <SettleDialog
          company={company.id}
          month={month}
          monthStatement={data}
          words={words}
          onStale={query.refetch}
          onClose={() => setSettling(false)}
        />
      )}
    </Screen>
  );
}

function fileName(month: string, of: readonly GuideStatement[], words: StatementFormatters) {
  const [only] = of;
  const name =
    of.length === 1 && only
      ? `-${words
          .nameOf(only.userId)
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, '-')}`
      : '';
  return { name: `muster-statement-${month}${name}.csv`, type: 'text/csv' };
}

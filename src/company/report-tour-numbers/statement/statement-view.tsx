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
import type { MonthStatement } from '../../../data/guide-pay.ts';
import type { GuideStatement } from '../../../domain/guide-pay.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { capitalise } from '../../../lib/capitalise.ts';
import { addMonths } from '../../../lib/month-grid.ts';
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
import { NO_GUIDE, useStatement, type StatementState, type StatementFormatters } from './use-statement.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexDirection: 'column', gap: '12px', padding: `4px ${gutter} 12px` },
  months: { display: 'flex', alignItems: 'center', gap: '4px' },
  step: { minWidth: density.target },
  month: { ...type.lead, fontWeight: weight.bold, margin: 0, ...capitalised },
  list: { flex: '1 1 0', minHeight: 0, overflowY: 'auto', padding: `0 ${gutter} 24px` },
  own: { display: 'grid', gap: '16px', maxWidth: '720px' },
  skeleton: { display: 'grid', gap: '12px', padding: `8px ${gutter}`, maxWidth: '720px' },
});

type Company = { id: Uuid; timeZone: string };

export interface StatementViewProps {
  company: Company;
  /** Links to the reports; false if the user may not see them. */
  reports: false | { onLeave(): void; onDeparture(departure: Uuid, day: LocalDate): void };
}

export function StatementView({ company, reports }: StatementViewProps) {
  const intl = useIntl();
  const statement = useStatement(company);
  const { month, go, query, formatters, guides, openStatement } = statement;
  const { data } = query;
  const onDeparture = reports ? reports.onDeparture : null;
  const [printing, setPrinting] = useState<readonly GuideStatement[] | null>(null);
  const [settling, setSettling] = useState(false);
  const fileActions = useFileActions(statement, { company, onPrint: setPrinting });
  return (
    <Screen
      fill
      header={
        <StatementHeader
          monthStatement={data}
          onLeave={reports ? reports.onLeave : null}
          onSettle={() => setSettling(true)}
          fileActions={guides.length > 0 ? fileActions(guides) : []}
        />
      }
    >
      <ListAndDetail
        label={intl.formatMessage({ id: 'pay.one' })}
        openId={openStatement && (openStatement.userId ?? NO_GUIDE)}
        onClose={() => go({ guide: null })}
        detail={
          openStatement && (
            <Detail
              title={formatters.nameOf(openStatement.userId)}
              meta={capitalise(formatters.month(month), intl.locale)}
              menu={fileActions([openStatement])}
            >
              <GuideStatementView statement={openStatement} formatters={formatters} onDeparture={onDeparture} />
            </Detail>
          )
        }
        list={<StatementList statement={statement} onDeparture={onDeparture} />}
      />
      {data && printing && (
        <StatementSheets
          statements={printing}
          monthStatement={data}
          month={month}
          formatters={formatters}
          onPrinted={() => setPrinting(null)}
        />
      )}
      {data && settling && (
        <SettleDialog
          company={company.id}
          month={month}
          monthStatement={data}
          formatters={formatters}
          onRefused={query.refetch}
          onClose={() => setSettling(false)}
        />
      )}
    </Screen>
  );
}

/** Returns the actions that print and download statements. */
function useFileActions(
  { month, formatters }: StatementState,
  { company, onPrint }: { company: Company; onPrint(statements: readonly GuideStatement[]): void },
): (statements: readonly GuideStatement[]) => PageAction[] {
  const intl = useIntl();
  return (statements) => [
    { label: intl.formatMessage({ id: 'pay.print' }), icon: <PrintRegular />, onSelect: () => onPrint(statements) },
    {
      label: intl.formatMessage({ id: 'pay.csv' }),
      icon: <ArrowDownloadRegular />,
      onSelect: () =>
        download(
          statementFile(statements, formatters, { intl, timeZone: company.timeZone }),
          fileName(month, statements, formatters),
        ),
    },
  ];
}

interface StatementHeaderProps {
  monthStatement: MonthStatement | undefined;
  onLeave: (() => void) | null;
  onSettle(): void;
  fileActions: PageAction[];
}

function StatementHeader({ monthStatement, onLeave, onSettle, fileActions }: StatementHeaderProps) {
  const intl = useIntl();
  const mayReport = useCurrentUser()?.can('CHECK_IN_REPORTING_ACCESS') ?? false;
  const seesAll = monthStatement ? monthStatement.may.seeAll : mayReport;
  const settle: PageAction | null = monthStatement?.may.settle
    ? {
        label: intl.formatMessage({ id: 'pay.settle' }),
        icon: <CheckmarkCircleRegular />,
        primary: true,
        onSelect: onSettle,
      }
    : null;
  return (
    <PageHeader
      wide
      title={<FormattedMessage id={seesAll ? 'pay.statements' : 'pay.own'} />}
      {...(onLeave ? { leave: { kind: 'back', onSelect: onLeave } as const } : {})}
      actions={settle ? [settle] : fileActions}
      menu={settle ? fileActions : []}
    />
  );
}

interface StatementListProps {
  statement: StatementState;
  onDeparture: ((departure: Uuid, day: LocalDate) => void) | null;
}

/** The month with all guides, or the user's own statement. */
function StatementList({ statement, onDeparture }: StatementListProps) {
  const styles = useStyles();
  const { month, go, query, formatters, guides, openStatement } = statement;
  const [ownStatement] = guides;
  return (
    <>
      <div className={styles.tools}>
        <MonthSteps
          month={formatters.month(month)}
          onStep={(by) => go({ month: addMonths(month, by) }, { replace: true })}
        />
        {query.data && <StatementNotices monthStatement={query.data} formatters={formatters} />}
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
                formatters={formatters}
                openId={openStatement && (openStatement.userId ?? NO_GUIDE)}
                onOpen={(id) => go({ guide: id }, { replace: openStatement !== null })}
              />
            ) : (
              ownStatement && (
                <div className={styles.own}>
                  <GuideStatementView statement={ownStatement} formatters={formatters} onDeparture={onDeparture} />
                </div>
              )
            )
          }
        </QueryView>
      </div>
    </>
  );
}

function MonthSteps({ month, onStep }: { month: string; onStep(by: number): void }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.months}>
      <Button
        className={styles.step}
        appearance="subtle"
        icon={<ChevronLeftRegular />}
        aria-label={intl.formatMessage({ id: 'pay.month.before' })}
        onClick={() => onStep(-1)}
      />
      <Button
        className={styles.step}
        appearance="subtle"
        icon={<ChevronRightRegular />}
        aria-label={intl.formatMessage({ id: 'pay.month.after' })}
        onClick={() => onStep(1)}
      />
      <h2 className={styles.month} aria-live="polite">
        {month}
      </h2>
    </div>
  );
}

function fileName(month: string, statements: readonly GuideStatement[], formatters: StatementFormatters) {
  const [only] = statements;
  const name =
    statements.length === 1 && only
      ? `-${formatters
          .nameOf(only.userId)
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, '-')}`
      : '';
  return { name: `muster-statement-${month}${name}.csv`, type: 'text/csv' };
}

/** A submitted report next to the check-ins, line by line. */
import { makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { compareLines, type PrefilledReport, type SubmittedReport } from '../../domain/tour-report.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { StatsTable } from '../../ui/display/stats-table.tsx';
import type { Formats } from '../../ui/format/use-formats.ts';
import { useFormatDifference } from './counter.tsx';
import type { TourReport, TourReports } from './reports.ts';

const NO_DIFFERENCE = '–';
/** Index of the difference among a row's numbers. */
const DIFFERENCE_INDEX = 3;

const COLUMN_TEXTS = [
  'numbers.column.line',
  'numbers.column.booked',
  'numbers.column.checkIns',
  'numbers.column.reported',
  'numbers.column.off',
] as const;

const useStyles = makeStyles({
  text: { whiteSpace: 'pre-wrap' },
});

export interface SubmittedReportViewProps {
  report: TourReport & { report: NonNullable<TourReport['report']> };
  tourReports: TourReports;
  formats: Formats;
}

export function SubmittedReportView({ report: { prefilled, report }, tourReports, formats }: SubmittedReportViewProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { payload } = report;
  const { currency, people, timeZone } = tourReports;
  const day = localDateIn(timeZone, Date.parse(report.occurredAt));
  const nameOf = (id: string | null) =>
    (id && people.get(id)) || intl.formatMessage({ id: 'numbers.guide.notSpecified' });
  return (
    <>
      <ReportComparison prefilled={prefilled} payload={payload} currency={currency} formats={formats} />
      <DescriptionList>
        <DescriptionItem term="numbers.guide">{nameOf(payload.guideId)}</DescriptionItem>
        <DescriptionItem term="numbers.handedOver">{formats.money(payload.handedOver, currency)}</DescriptionItem>
        {payload.minutesLate > 0 && (
          <DescriptionItem term="numbers.minutesLate">{formats.duration(payload.minutesLate * 60_000)}</DescriptionItem>
        )}
        {payload.incidents && (
          <DescriptionItem term="numbers.incidents">
            <span className={styles.text}>{payload.incidents}</span>
          </DescriptionItem>
        )}
        {payload.note && (
          <DescriptionItem term="numbers.note">
            <span className={styles.text}>{payload.note}</span>
          </DescriptionItem>
        )}
        <DescriptionItem term="numbers.reportedBy">
          {joinWithDots(nameOf(report.userId), formats.day(day), formats.time(report.occurredAt))}
        </DescriptionItem>
      </DescriptionList>
    </>
  );
}

interface ReportComparisonProps {
  prefilled: PrefilledReport;
  payload: SubmittedReport;
  currency: string;
  formats: Formats;
}

function ReportComparison({ prefilled, payload, currency, formats }: ReportComparisonProps) {
  const intl = useIntl();
  const formatDifference = useFormatDifference();
  const rows = [
    ...compareLines(prefilled, payload).map(({ type: category, booked, attended, reported }) => ({
      name: intl.formatMessage({ id: CATEGORY_TEXTS[category] }),
      cells: [String(booked), String(attended), String(reported)],
      difference: formatDifference(reported - attended),
    })),
    {
      name: intl.formatMessage({ id: 'numbers.walkIns' }),
      cells: ['', String(prefilled.walkIns), String(payload.walkIns)],
      difference: formatDifference(payload.walkIns - prefilled.walkIns),
    },
    {
      name: intl.formatMessage({ id: 'numbers.cash' }),
      cells: ['', formats.amount(prefilled.cash, currency), formats.amount(payload.handedOver, currency)],
      difference:
        payload.handedOver === prefilled.cash ? null : formats.amount(payload.handedOver - prefilled.cash, currency),
    },
  ];
  return (
    <StatsTable
      label={intl.formatMessage({ id: 'numbers.column.reported' })}
      head={COLUMN_TEXTS.map((id) => intl.formatMessage({ id }))}
      rows={rows.map(({ name, cells, difference }) => ({
        key: name,
        name,
        numbers: [...cells, difference ?? NO_DIFFERENCE],
        ...(difference === null ? {} : { attention: DIFFERENCE_INDEX }),
      }))}
    />
  );
}

/** List of departures with their reports, those that need attention first. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LockClosedRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { capitalised, gutter, tabular, type, weight } from '../../ui/theme/sizes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { WaitingIcon } from '../../ui/states/waiting-icon.tsx';
import { GROUP_TEXTS } from './report-texts.ts';
import { hasIncidents, REPORT_GROUPS, type TourReport, type TourReports } from './reports.ts';
import { card, selectedCard } from './card-styles.ts';

const useStyles = makeStyles({
  list: { flex: '1 1 0', minHeight: 0, overflowY: 'auto', padding: `0 ${gutter} 24px` },
  heading: { ...type.body, margin: '16px 0 8px', fontWeight: weight.bold, color: tokens.colorNeutralForeground2 },
  rows: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    maxWidth: '720px',
  },
  row: { ...card, minHeight: '72px' },
  opened: selectedCard,
  title: { ...type.lead, fontWeight: weight.bold, overflowWrap: 'break-word' },
  facts: { ...type.body, ...tabular, ...capitalised, color: tokens.colorNeutralForeground2 },
  side: { display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: '4px', ...type.body, ...tabular },
  badges: { flexWrap: 'wrap' },
});

export interface ReportsListProps {
  tourReports: TourReports;
  visibleReports: readonly TourReport[];
  openId: string | null;
  formats: Formats;
  onOpen(departureId: string): void;
}

export function ReportsList({ tourReports, visibleReports, openId, formats, onOpen }: ReportsListProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.list}>
      {REPORT_GROUPS.map((group) => {
        const inGroup = visibleReports.filter((report) => report.group === group);
        if (inGroup.length === 0) return null;
        return (
          <section key={group}>
            <h2 className={styles.heading}>
              {joinWithDots(
                intl.formatMessage({ id: GROUP_TEXTS[group].id }, { count: inGroup.length }),
                String(inGroup.length),
              )}
            </h2>
            <ul className={styles.rows}>
              {inGroup.map((report) => (
                <li key={report.departureId}>
                  <button
                    type="button"
                    data-entry={report.departureId}
                    className={mergeClasses(styles.row, report.departureId === openId && styles.opened)}
                    {...(report.departureId === openId ? { 'aria-current': 'true' as const } : {})}
                    onClick={() => onOpen(report.departureId)}
                  >
                    <span className={styles.title}>{formats.text(report.title)}</span>
                    <span className={styles.side}>
                      {report.isWaiting && <WaitingIcon />}
                      <AttendedCount report={report} />
                    </span>
                    <span className={styles.facts}>
                      {joinWithDots(
                        formats.day(report.localDate),
                        formats.time(report.startsAt),
                        formats.list(report.guides.flatMap(({ userId }) => tourReports.people.get(userId) ?? [])),
                      )}
                    </span>
                    <span className={mergeClasses(styles.side, styles.badges)}>
                      {hasIncidents(report) && (
                        <StateBadge state="attention">
                          <FormattedMessage id="numbers.incidents" />
                        </StateBadge>
                      )}
                      <ReportBadge report={report} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** Guests who came, with walk-ins, of those booked: as reported, or else from the check-ins. */
function AttendedCount({ report: { prefilled, report } }: { report: TourReport }) {
  const booked = prefilled.lines.reduce((sum, line) => sum + line.booked, 0);
  const lines = report?.payload.lines ?? prefilled.lines;
  const attended = lines.reduce((sum, line) => sum + line.attended, 0) + (report?.payload.walkIns ?? prefilled.walkIns);
  return <FormattedMessage id="numbers.attended" values={{ attended, booked }} />;
}

export function ReportBadge({ report: { group, differences } }: { report: TourReport }) {
  const { id, state } = GROUP_TEXTS[group];
  if (differences > 0 && (group === 'submitted' || group === 'returned'))
    return (
      <StateBadge state="attention">
        <FormattedMessage id="numbers.differences" values={{ count: differences }} />
      </StateBadge>
    );
  return (
    <StateBadge state={state} {...(group === 'locked' ? { icon: <LockClosedRegular aria-hidden /> } : {})}>
      <FormattedMessage id={id} values={{ count: 1 }} />
    </StateBadge>
  );
}

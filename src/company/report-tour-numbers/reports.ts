/** Merges the device's and the server's reports into one list. */
import type { TourReportsResponse } from '../../data/tour-reports.ts';
import type { Action } from '../../domain/actions.ts';
import type { GuideRole } from '../../domain/enums.ts';
import type { AttendanceRule } from '../../domain/company-settings.ts';
import type { Instant, LocalDate, Uuid } from '../../domain/ids.ts';
import type { LocalisedText } from '../../domain/locales.ts';
import {
  countDifferences,
  isOverdue,
  requiresReport,
  foldReport,
  type PrefilledReport,
  type ReportStatus,
} from '../../domain/tour-report.ts';
import type { StoredReports } from '../../offline/read/tour-reports.ts';

/** In order of urgency. */
export const REPORT_GROUPS = ['overdue', 'returned', 'open', 'submitted', 'locked', 'not_required'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

export const REPORT_FILTERS = [...REPORT_GROUPS, 'incidents'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

export interface TourReport extends ReportStatus {
  departureId: Uuid;
  title: LocalisedText;
  startsAt: Instant;
  endsAt: Instant;
  localDate: LocalDate;
  guides: readonly { userId: Uuid; role: GuideRole }[];
  prefilled: PrefilledReport;
  group: ReportGroup;
  /** Number of reported figures that differ from the check-ins or the collected cash. */
  differences: number;
  /** Whether an action on it is still in the outbox. */
  isWaiting: boolean;
}

export interface TourReports {
  rule: AttendanceRule;
  currency: string;
  timeZone: string;
  people: ReadonlyMap<Uuid, string>;
  reports: TourReport[];
}

/** Whether the report mentions an incident and is not locked. */
export const hasIncidents = ({ report, state }: TourReport): boolean =>
  state !== 'locked' && Boolean(report?.payload.incidents);
export const matchesReportFilter = (filter: ReportFilter, report: TourReport): boolean =>
  filter === 'incidents' ? hasIncidents(report) : report.group === filter;

type Facts = Pick<TourReport, 'departureId' | 'title' | 'startsAt' | 'endsAt' | 'localDate' | 'guides' | 'prefilled'>;
interface Source extends Facts {
  actions: readonly Action[];
}

/**
 * Merges both sources. The device's rows take precedence, because they include the outbox and unmasked texts; older
 * departures exist only on the server.
 */
export function joinReports(
  stored: StoredReports | null,
  serverReports: TourReportsResponse | undefined,
  now: number,
): TourReports | null {
  const from = stored ?? serverReports;
  if (!from) return null;
  const { rule, currency, timeZone } = from;
  const serverSources = new Map<Uuid, Source>(serverReports?.reports.map((report) => [report.departureId, report]));
  const sources = new Map(serverSources);
  for (const { departure, tour, prefilled, actions } of stored?.reports ?? []) {
    const { id, startsAt, endsAt, localDate, guides } = departure;
    const serverActions = serverSources.get(id)?.actions ?? [];
    const facts = { departureId: id, title: tour.title, startsAt, endsAt, localDate, guides, prefilled };
    // Of two copies of an action the fold uses the first, which is unmasked.
    sources.set(id, { ...facts, actions: [...actions, ...serverActions] });
  }
  const waiting = new Map<Uuid, Action[]>();
  for (const { action, parked } of stored?.pending ?? []) {
    if (!parked) waiting.set(action.departureId, [...(waiting.get(action.departureId) ?? []), action]);
  }
  const reports = [...sources.values()].map(({ actions, ...facts }): TourReport => {
    const pendingActions = waiting.get(facts.departureId) ?? [];
    const reportStatus = foldReport([...actions, ...pendingActions]);
    const serverActionIds = new Set(serverSources.get(facts.departureId)?.actions.map(({ id }) => id));
    return {
      ...facts,
      ...reportStatus,
      group: groupOf(facts, { state: reportStatus.state, rule, now }),
      differences: reportStatus.report ? countDifferences(facts.prefilled, reportStatus.report.payload) : 0,
      isWaiting: pendingActions.some(({ id }) => !serverActionIds.has(id)),
    };
  });
  const groupIndex = ({ group }: TourReport) => REPORT_GROUPS.indexOf(group);
  reports.sort(
    (a, b) => groupIndex(a) - groupIndex(b) || (a.startsAt < b.startsAt ? 1 : a.startsAt > b.startsAt ? -1 : 0),
  );
  const people = new Map([
    ...(serverReports?.people.map(({ id, displayName }) => [id, displayName] as const) ?? []),
    ...(stored?.people ?? []),
  ]);
  return { rule, currency, timeZone, people, reports };
}

function groupOf(
  { endsAt, prefilled }: Facts,
  { state, rule, now }: { state: ReportStatus['state']; rule: AttendanceRule; now: number },
): ReportGroup {
  // An overdue report that was returned stays in the group that says what to do: answer the question.
  if (state !== 'returned' && isOverdue({ endsAt, state, rule, prefilled }, now)) return 'overdue';
  return state === 'open' && !requiresReport(rule, prefilled) ? 'not_required' : state;
}

/** What the screen shows of each departure: what the device holds and what the server answered, as one. */
import type { KnownReports } from '../../data/tour-reports.ts';
import type { Action } from '../../domain/actions.ts';
import type { GuideRole } from '../../domain/closed-lists.ts';
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

/** In the order in which they need somebody. */
export const REPORT_GROUPS = ['overdue', 'asked_back', 'open', 'submitted', 'locked', 'not_asked'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** What a list may be narrowed to. */
export const REPORT_FILTERS = [...REPORT_GROUPS, 'incidents'] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

export interface TourReport extends ReportStatus {
  departureId: Uuid;
  title: LocalisedText;
  startsAt: Instant;
  endsAt: Instant;
  localDate: LocalDate;
  guides: readonly { userId: Uuid; role: GuideRole }[];
  known: PrefilledReport;
  group: ReportGroup;
  /** How many lines of what was reported say something else than the check-ins. */
  differences: number;
  /** Something that was done to it is only on this device so far. */
  isWaiting: boolean;
}

export interface TourReports {
  rule: AttendanceRule;
  currency: string;
  timeZone: string;
  people: ReadonlyMap<Uuid, string>;
  reports: TourReport[];
}

/** Something happened on the tour that somebody should read, and nobody has locked it since. */
export const hasIncidents = ({ report, state }: TourReport): boolean =>
  state !== 'locked' && Boolean(report?.payload.incidents);
export const matchesReportFilter = (filter: ReportFilter, report: TourReport): boolean =>
  filter === 'incidents' ? hasIncidents(report) : report.group === filter;

type Facts = Pick<TourReport, 'departureId' | 'title' | 'startsAt' | 'endsAt' | 'localDate' | 'guides' | 'known'>;
interface Source extends Facts {
  actions: readonly Action[];
}

/** The device's rows are folded with what waits on it and have their words, so they come before the server's; of older departures only the server knows. */
export function joinReports(
  stored: StoredReports | null,
  answered: KnownReports | undefined,
  now: number,
): TourReports | null {
  const from = stored ?? answered;
  if (!from) return null;
  const { rule, currency, timeZone } = from;
  const byDeparture = new Map<Uuid, Source>(answered?.reports.map((one) => [one.departureId, one]));
  const sources = new Map(byDeparture);
  for (const { departure, tour, known, actions } of stored?.reports ?? []) {
    const { id, startsAt, endsAt, localDate, guides } = departure;
    const before = sources.get(id)?.actions ?? [];
    const facts = { departureId: id, title: tour.title, startsAt, endsAt, localDate, guides, known };
    sources.set(id, { ...facts, actions: [...actions, ...before] });
  }
  const waiting = new Map<Uuid, Action[]>();
  for (const { action, parked } of stored?.pending ?? []) {
    if (!parked) waiting.set(action.departureId, [...(waiting.get(action.departureId) ?? []), action]);
  }
  const reports = [...sources.values()].map(({ actions, ...facts }): TourReport => {
    const own = waiting.get(facts.departureId) ?? [];
    const standing = foldReport([...actions, ...own]);
    const here = new Set(byDeparture.get(facts.departureId)?.actions.map(({ id }) => id));
    return {
      ...facts,
      ...standing,
      group: groupOf(facts, { state: standing.state, rule, now }),
      differences: standing.report ? countDifferences(facts.known, standing.report.payload) : 0,
      isWaiting: own.some(({ id }) => !here.has(id)),
    };
  });
  const place = ({ group }: TourReport) => REPORT_GROUPS.indexOf(group);
  reports.sort((a, b) => place(a) - place(b) || (a.startsAt < b.startsAt ? 1 : a.startsAt > b.startsAt ? -1 : 0));
  const people = new Map([
    ...(answered?.people.map(({ id, displayName }) => [id, displayName] as const) ?? []),
    ...(stored?.people ?? []),
  ]);
  return { rule, currency, timeZone, people, reports };
}

function groupOf(
  { endsAt, known }: Facts,
  { state, rule, now }: { state: ReportStatus['state']; rule: AttendanceRule; now: number },
): ReportGroup {
  // That somebody asks says more than that it is late.
  if (state !== 'asked_back' && isOverdue({ endsAt, state, rule, known }, now)) return 'overdue';
  return state === 'open' && !requiresReport(rule, known) ? 'not_asked' : state;
}

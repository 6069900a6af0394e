/** Tour reports of the departures on this device: prefilled figures, and the report actions. */
import { nowInstant } from '../../lib/clock.ts';
import type { Action, ActionKind } from '../../domain/actions.ts';
import type { AttendanceRule } from '../../domain/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredDeparture, MirroredTour } from '../../domain/mirror.ts';
import { prefillReport, type PrefilledReport, type ReportInput } from '../../domain/tour-report.ts';
import type { UserDatabase } from '../device/database.ts';
import { readPending, type Pending } from '../outbox/pending.ts';
import { withoutRefused } from '../outbox/refused-actions.ts';
import { readMirrored, type DepartureRows } from './summaries.ts';
import { useDeviceQuery } from './use-device-query.ts';

const REPORT_KINDS: ReadonlySet<ActionKind> = new Set([
  'report_submit',
  'report_return',
  'report_lock',
  'report_unlock',
]);
export const isReportAction = ({ kind }: Action): boolean => REPORT_KINDS.has(kind);

export interface StoredReport {
  departure: MirroredDeparture;
  tour: MirroredTour;
  prefilled: PrefilledReport;
  /** Report actions only, without refused ones. */
  actions: Action[];
}

export interface StoredReports {
  rule: AttendanceRule;
  currency: string;
  timeZone: string;
  reports: StoredReport[];
  people: ReadonlyMap<Uuid, string>;
  /** Report actions in the outbox, refused ones too, also of departures that are no longer on the device. */
  pending: readonly Pending[];
}

/** Builds the input of the domain's report fold from mirrored rows and pending actions. */
export function reportInput(
  { guests, actions }: DepartureRows,
  { effective, rule, currency }: { effective: readonly Action[] } & Pick<ReportInput, 'rule' | 'currency'>,
): ReportInput {
  return {
    guests: guests.map(({ id, bookingId, cancelled, categoryType: type }) => ({ id, bookingId, cancelled, type })),
    actions: [...actions, ...effective],
    rule,
    currency,
  };
}

/** Reads the reports of started departures, latest first; null when the company is not on the device. */
export async function readReports(db: UserDatabase, companyId: Uuid): Promise<StoredReports | null> {
  const [company, departures, tours, people, pending] = await Promise.all([
    db.companies.get(companyId),
    db.departures.where({ companyId }).toArray(),
    db.tours.where({ companyId }).toArray(),
    db.people.toArray(),
    readPending(db, { companyId }),
  ]);
  if (!company) return null;
  const { currency, timeZone, attendanceRule: rule = 'report_always' } = company;
  const { effective } = withoutRefused(pending);
  const tourOf = new Map(tours.map((tour) => [tour.id, tour]));
  const now = nowInstant();
  const begun = departures.filter(({ startsAt, status }) => startsAt <= now && status !== 'cancelled');
  const reports = await Promise.all(
    begun.map(async (departure): Promise<StoredReport[]> => {
      const tour = tourOf.get(departure.tourId);
      if (!tour) return [];
      const ownEffective = effective.filter(({ departureId }) => departureId === departure.id);
      const input = reportInput(await readMirrored(db, departure.id), { effective: ownEffective, rule, currency });
      return [{ departure, tour, prefilled: prefillReport(input), actions: input.actions.filter(isReportAction) }];
    }),
  );
  return {
    rule,
    currency,
    timeZone,
    reports: reports.flat().sort((a, b) => (a.departure.startsAt < b.departure.startsAt ? 1 : -1)),
    people: new Map(people.map(({ id, displayName }) => [id, displayName])),
    pending: pending.filter(({ action }) => isReportAction(action)),
  };
}

/** Returns the stored reports; undefined while loading, null when the company is not on the device. */
export function useStoredReports(companyId: Uuid): StoredReports | null | undefined {
  return useDeviceQuery(readReports, companyId);
}

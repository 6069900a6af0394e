/** List of departures: stored summaries, and an exact fold only for departures with pending actions. */
import { countActions } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredCompany, MirroredDeparture, MirroredTour } from '../../domain/mirror.ts';
import type { ReadonlyTables, Summary } from '../device/stored-rows.ts';
import { withAcknowledged } from './acknowledged-overlay.ts';
import { readPending, type Pending } from '../outbox/pending.ts';
import { refusedActions, withoutRefused } from '../outbox/refused-actions.ts';
import { summaryFigures, foldDeparture, readMirrored, type DepartureRows, type SummaryFigures } from './summaries.ts';
import type { DepartureSummary } from './views.ts';

export interface StoredLines {
  company: MirroredCompany | undefined;
  lines: { departure: MirroredDeparture; tour: MirroredTour; summary: Summary }[];
  people: ReadonlyMap<Uuid, string>;
}

/** Figures of a departure including its pending actions. */
export interface PendingLine extends SummaryFigures {
  /** Number of actions that no pull has returned yet, as a person counts them. */
  waiting: number;
  refused: number;
}

/** Cached fold of a departure with pending actions; recomputed only when its own rows or actions change. */
interface CachedLine {
  stamp: Uuid;
  mirrored: DepartureRows;
  pending: readonly Pending[];
  line: PendingLine;
}

const cachedLines = new WeakMap<ReadonlyTables, Map<Uuid, CachedLine>>();

/** Reads a company's summaries by index, without reading guests. */
export async function readSummaries(db: ReadonlyTables, companyId: Uuid): Promise<StoredLines> {
  const [company, departures, tours, summaries, people] = await Promise.all([
    db.companies.get(companyId),
    db.departures.where({ companyId }).toArray(),
    db.tours.where({ companyId }).toArray(),
    db.summaries.where({ companyId }).toArray(),
    db.people.toArray(),
  ]);
  const tourOf = new Map(tours.map((tour) => [tour.id, tour]));
  const summaryOf = new Map(summaries.map((summary) => [summary.departureId, summary]));
  const lines: StoredLines['lines'] = [];
  for (const departure of departures) {
    const tour = tourOf.get(departure.tourId);
    // Without a summary the departure's first pull has not finished; it would be shown incomplete.
    const summary = summaryOf.get(departure.id);
    if (tour && summary) lines.push({ departure, tour, summary });
  }
  lines.sort((a, b) => compare(a.departure.startsAt, b.departure.startsAt) || compare(a.departure.id, b.departure.id));
  return { company, lines, people: new Map(people.map((person) => [person.id, person.displayName])) };
}

/** Folds the company's departures that have pending actions. */
export async function readPendingLines(db: ReadonlyTables, companyId: Uuid): Promise<ReadonlyMap<Uuid, PendingLine>> {
  const entries = await withAcknowledged(db, { queryId: companyId, entries: await readPending(db, { companyId }) });
  const byDeparture = new Map<Uuid, Pending[]>();
  for (const entry of entries) {
    const { departureId } = entry.action;
    const list = byDeparture.get(departureId);
    if (list) list.push(entry);
    else byDeparture.set(departureId, [entry]);
  }
  const before = cachedLines.get(db);
  const now = new Map<Uuid, CachedLine>();
  const summaries = await db.summaries.bulkGet([...byDeparture.keys()]);
  await Promise.all(
    summaries.map(async (summary) => {
      if (!summary) return;
      const { departureId, stamp } = summary;
      const pending = byDeparture.get(departureId) ?? [];
      const last = before?.get(departureId);
      const same = last?.stamp === stamp ? last : null;
      if (same && isSame(same.pending, pending)) return void now.set(departureId, same);
      const mirrored = same?.mirrored ?? (await readMirrored(db, departureId));
      now.set(departureId, { stamp, mirrored, pending, line: lineOf(mirrored, pending) });
    }),
  );
  cachedLines.set(db, now);
  return new Map([...now].map(([departureId, { line }]) => [departureId, line]));
}

const isSame = (a: readonly Pending[], b: readonly Pending[]) =>
  a.length === b.length && a.every(({ action, parked }, at) => action === b[at]?.action && parked === b[at].parked);

function lineOf(mirrored: DepartureRows, pending: readonly Pending[]): PendingLine {
  const { effective, refused } = withoutRefused(pending);
  const confirmed = new Set(mirrored.actions.map((action) => action.id));
  return {
    ...summaryFigures(foldDeparture(mirrored, effective)),
    waiting: countActions(effective.filter((action) => !confirmed.has(action.id))).count,
    refused: refusedActions(refused, []).length,
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function summariesOf(stored: StoredLines, pending: ReadonlyMap<Uuid, PendingLine>): DepartureSummary[] {
  return stored.lines.map(({ departure, tour, summary }) => {
    const exact = pending.get(departure.id);
    const { tally, due, departedAt } = exact ?? summary;
    return {
      departure,
      tour,
      guideNames: guideNames(departure, stored.people),
      tally,
      due,
      currency: stored.company?.currency ?? 'EUR',
      departedAt,
      waiting: exact?.waiting ?? 0,
      refused: exact?.refused ?? 0,
    };
  });
}

function guideNames(departure: MirroredDeparture, people: ReadonlyMap<Uuid, string>): string[] {
  return [...departure.guides]
    .sort((a, b) => Number(b.role === 'lead') - Number(a.role === 'lead'))
    .map((guide) => people.get(guide.userId))
    .filter((name) => name !== undefined);
}

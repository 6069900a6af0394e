/** The list of departures: stored lines, with an exact fold only where something waits. */
import type { Uuid } from '../domain/ids.ts';
import type { Company, Departure, Tour } from '../domain/mirror.ts';
import type { OutboxEntry, Summary, UserDatabase } from './database.ts';
import { withLeaving } from './late-mirror.ts';
import { figures, foldDeparture, readMirrored, type MirroredDeparture } from './summaries.ts';
import type { DepartureSummary } from './views.ts';

export interface StoredLines {
  company: Company | undefined;
  lines: { departure: Departure; tour: Tour; summary: Summary }[];
  people: ReadonlyMap<Uuid, string>;
}

export interface PendingActions {
  entries: readonly OutboxEntry[];
  /** The rows of each departure that has waiting actions. */
  mirrored: ReadonlyMap<Uuid, MirroredDeparture>;
}

/** Reads the lines of a company by index; its guests are not read. */
export async function readSummaries(db: UserDatabase, companyId: Uuid): Promise<StoredLines> {
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
    // A departure whose first pull has not ended yet has no line and is not shown half.
    const summary = summaryOf.get(departure.id);
    if (tour && summary) lines.push({ departure, tour, summary });
  }
  lines.sort((a, b) => compare(a.departure.startsAt, b.departure.startsAt) || compare(a.departure.id, b.departure.id));
  return { company, lines, people: new Map(people.map((person) => [person.id, person.displayName])) };
}

/** What waits in a company, with the rows of just the departures concerned. */
export async function readPending(db: UserDatabase, companyId: Uuid): Promise<PendingActions> {
  const entries = withLeaving(db, { scope: companyId, entries: await db.outbox.where({ companyId }).toArray() });
  const ids = [...new Set(entries.map((entry) => entry.departureId))];
  const rows = await Promise.all(ids.map((id) => readMirrored(db, id)));
  return { entries, mirrored: new Map(ids.map((id, at) => [id, rows[at]!])) };
}

function unconfirmed(entries: readonly OutboxEntry[], mirrored: MirroredDeparture | undefined): number {
  const known = new Set(mirrored?.actions.map((action) => action.id));
  return entries.filter((entry) => !known.has(entry.id)).length;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function summariesOf(stored: StoredLines, pending: PendingActions): DepartureSummary[] {
  const waiting = new Map<Uuid, OutboxEntry[]>();
  for (const entry of pending.entries) {
    const list = waiting.get(entry.departureId);
    if (list) list.push(entry);
    else waiting.set(entry.departureId, [entry]);
  }
  return stored.lines.map(({ departure, tour, summary }) => {
    const entries = waiting.get(departure.id) ?? [];
    const mirrored = pending.mirrored.get(departure.id);
    const exact = entries.length > 0 && mirrored ? figures(foldDeparture(mirrored, entries)) : summary;
    return {
      departure,
      tour,
      guideNames: guideNames(departure, stored.people),
      tally: exact.tally,
      due: exact.due,
      currency: stored.company?.currency ?? 'EUR',
      departedAt: exact.departedAt,
      waiting: unconfirmed(entries, mirrored),
    };
  });
}

function guideNames(departure: Departure, people: ReadonlyMap<Uuid, string>): string[] {
  return [...departure.guides]
    .sort((a, b) => Number(b.role === 'lead') - Number(a.role === 'lead'))
    .map((guide) => people.get(guide.userId))
    .filter((name) => name !== undefined);
}

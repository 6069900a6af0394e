/** Pulls server rows to the device. Nothing else writes mirrored rows. */
import type { PullResponse } from '../../data/check-in-port.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredRows } from '../../domain/mirror.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { pullWindow } from '../../domain/pull-window.ts';
import { DEPARTURE_TABLES, removeDepartures, type UserDatabase } from '../device/database.ts';
import { pullKey, type PullRow } from '../device/stored-rows.ts';
import { clockOffset } from '../outbox/outbox.ts';
import type { Pass } from './pass.ts';
import { writeSummaries } from '../read/summaries.ts';

export const PAGE_SIZE = 2000;
/** Upper limit, in case a faulty server never sets `done`. */
const MAX_PAGES = 500;

const TABLES = [
  'companies',
  'tours',
  'priceCategories',
  'departures',
  'bookings',
  'guests',
  'actions',
  'people',
  'devices',
] as const satisfies readonly (keyof MirroredRows)[];

/** Progress of one pull. Kept in memory only: an interrupted pull restarts from the stored cursor. */
interface Progress {
  companyId: Uuid;
  /** Departures whose summaries must be computed again. */
  touched: Set<Uuid>;
  receivedIds: Record<(typeof TABLES)[number], Set<Uuid>>;
  /** Outbox entries acknowledged before the pull began: this pull brings their effects, if they are visible. */
  acknowledged: Set<Uuid>;
  /** Departures visible after the previous pull; empty before the first. */
  visible: readonly Uuid[];
}

/** Pulls one company page by page until `done`. Fails with the port's failures; pages before a failure are kept. */
export async function pullAll(db: UserDatabase, pass: Pass, companyId: Uuid): Promise<Result<null>> {
  const { ports } = pass;
  const [previous, company, offset, acknowledged] = await Promise.all([
    db.meta.get(pullKey(companyId)) as Promise<PullRow | undefined>,
    db.companies.get(companyId),
    clockOffset(db),
    db.outbox.where('state').equals('acknowledged').primaryKeys(),
  ]);
  const timeZone = company?.timeZone ?? 'UTC';
  let window = pullWindow(timeZone, ports.clock.now() - offset);
  const progress: Progress = {
    companyId,
    touched: new Set(),
    receivedIds: Object.fromEntries(TABLES.map((name) => [name, new Set()])) as unknown as Progress['receivedIds'],
    acknowledged: new Set(acknowledged),
    visible: previous?.visible ?? [],
  };
  let cursor = previous?.cursor ?? null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const started = ports.clock.now();
    const request = { companyId, ...window, cursor, pageSize: PAGE_SIZE };
    const response = await pass.limited((signal) => ports.port.pull(request, signal));
    if (!response.ok) {
      // Without a subscription today's list stays until the owner has renewed it.
      if (response.code === 'not_permitted') await forgetCompany(db, pass, companyId);
      return response;
    }
    await pass.measureClock(started, response.data.serverTime);
    const serverTime = Date.parse(response.data.serverTime);
    if (page === 0 && !Number.isNaN(serverTime)) {
      const right = pullWindow(timeZone, serverTime);
      if (right.from !== window.from) {
        // The device's clock changed since the last measurement, so these rows are of other days and would replace
        // today's.
        window = right;
        continue;
      }
    }
    await writePage(db, pass, { response: response.data, progress });
    if (response.data.done) return ok(null);
    cursor = response.data.cursor;
  }
  return fail('bad_response', { retry: true });
}

async function writePage(
  db: UserDatabase,
  pass: Pass,
  { response, progress }: { response: PullResponse; progress: Progress },
): Promise<void> {
  const tables = [...TABLES.map((name) => db.table(name)), db.outbox, db.summaries, db.meta];
  await db.transaction('rw', tables, async () => {
    await pass.fence();
    const left = await writeRows(db, response.rows, progress);
    if (!response.done) {
      // If the pull is interrupted here, the next one does not know which departures these rows left, so update their
      // summaries now.
      const lines = await db.summaries.bulkGet([...left]);
      return writeSummaries(db, {
        departureIds: lines.flatMap((line) => (line ? [line.departureId] : [])),
        stamp: pass.ports.newId(),
      });
    }
    const visible = response.visibleDepartures ?? progress.visible;
    await removeInvisible(db, progress, visible);
    if (response.full) await removeUnseen(db, progress);
    await dropMirrored(db, progress, visible);
    await writeSummaries(db, { departureIds: [...progress.touched], stamp: pass.token });
    // A visible departure is missing here (deleted while the clock ran ahead): drop the cursor, so that the next pull
    // is full.
    const here = new Set(await db.departures.where('companyId').equals(progress.companyId).primaryKeys());
    if (visible.some((id) => !here.has(id))) return db.meta.delete(pullKey(progress.companyId));
    await db.meta.put({
      key: pullKey(progress.companyId),
      cursor: response.cursor,
      pulledAt: response.serverTime,
      asOf: response.asOf,
      listeners: response.listeners,
      visible: [...visible],
    });
  });
}

/** Writes a page of rows and returns the departures that rows have left for another. */
async function writeRows(db: UserDatabase, rows: MirroredRows, progress: Progress): Promise<Set<Uuid>> {
  const left = new Set<Uuid>();
  for (const name of TABLES) {
    const page = rows[name];
    if (page.length === 0) continue;
    for (const row of page) progress.receivedIds[name].add(row.id);
    if (name === 'departures') for (const row of page) progress.touched.add(row.id);
    if (name === 'bookings' || name === 'guests' || name === 'actions') {
      // A row that moves to another departure changes the one that it leaves, too.
      const ids = page.map((row) => row.id);
      const before = name === 'actions' ? [] : await db.table(name).bulkGet(ids);
      for (const row of [...before, ...page]) if (row) progress.touched.add((row as { departureId: Uuid }).departureId);
      before.forEach(
        (row, at) =>
          row && row.departureId !== (page[at] as { departureId: Uuid }).departureId && left.add(row.departureId),
      );
    }
    await db.table(name).bulkPut(page as never);
  }
  return left;
}

/** Deletes departures that are no longer visible, and rows of departures that never were. */
async function removeInvisible(db: UserDatabase, progress: Progress, visible: readonly Uuid[]): Promise<void> {
  const ours = new Set(visible);
  const storedIds = await db.departures.where('companyId').equals(progress.companyId).primaryKeys();
  const removedIds = new Set(storedIds.filter((id) => !ours.has(id)));
  for (const id of progress.touched) if (!ours.has(id)) removedIds.add(id);
  await removeDepartures(db, [...removedIds]);
  for (const id of removedIds) progress.touched.delete(id);
}

/** Deletes rows that a full pull did not bring. People and devices stay, because other companies may share them. */
async function removeUnseen(db: UserDatabase, progress: Progress): Promise<void> {
  const { companyId, receivedIds } = progress;
  const departures = await db.departures.where('companyId').equals(companyId).primaryKeys();
  for (const name of DEPARTURE_TABLES) {
    const rows = (await db.table(name).where('departureId').anyOf(departures).primaryKeys()) as Uuid[];
    await db.table(name).bulkDelete(rows.filter((id) => !receivedIds[name].has(id)));
  }
  const tours = await db.tours.where('companyId').equals(companyId).primaryKeys();
  const categories = await db.priceCategories.where('tourId').anyOf(tours).primaryKeys();
  await db.priceCategories.bulkDelete(categories.filter((id) => !receivedIds.priceCategories.has(id)));
  await db.tours.bulkDelete(tours.filter((id) => !receivedIds.tours.has(id)));
  for (const id of departures) progress.touched.add(id);
}

/** Removes actions from the outbox that are mirrored, or that the server has but this person may not see. */
async function dropMirrored(db: UserDatabase, progress: Progress, visible: readonly Uuid[]): Promise<void> {
  const entries = await db.outbox.where('companyId').equals(progress.companyId).toArray();
  const open = entries.filter((entry) => entry.state !== 'parked');
  const mirrored = await db.actions.bulkGet(open.map((entry) => entry.id));
  const ours = new Set(visible);
  const settled = open.filter(
    (entry, index) =>
      mirrored[index] !== undefined || (!ours.has(entry.departureId) && progress.acknowledged.has(entry.id)),
  );
  await db.outbox.bulkDelete(settled.map((entry) => entry.id));
}

/**
 * Deletes a company's departures with their guests after permission was lost. Its own row and its tours contain no
 * personal data. Actions that the server does not have stay in the outbox.
 */
async function forgetCompany(db: UserDatabase, pass: Pass, companyId: Uuid): Promise<void> {
  const tables = [...TABLES.map((name) => db.table(name)), db.outbox, db.summaries, db.meta];
  await db.transaction('rw', tables, async () => {
    await pass.fence();
    await removeDepartures(db, await db.departures.where('companyId').equals(companyId).primaryKeys());
    await db.outbox
      .where('companyId')
      .equals(companyId)
      .and((entry) => entry.state === 'acknowledged')
      .delete();
    await db.meta.delete(pullKey(companyId));
  });
}

/** Runs passes: push first, then pull. A failed push does not prevent the pull. */
import type { ActionCount } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ok, type Failure, type Result } from '../../domain/result.ts';
import type { UserDatabase } from '../device/database.ts';
import type { Clock } from '../device/ports.ts';
import { PASS_KEY, type PassRow } from '../device/stored-rows.ts';
import { beginPass, PassSuperseded } from './pass.ts';
import { pullAll } from './pull.ts';
import { pushAll } from './push.ts';
import { readSyncState } from './read-sync-state.ts';
import { watchNetwork } from './sync-network.ts';
import type { SyncContext, SyncProgress } from './sync-context.ts';

/** A lock holder without a sign of life for this many milliseconds counts as frozen, and its lock is stolen. */
export const FROZEN_AFTER_MS = 20_000;

export function createPassRunner(context: SyncContext, progress: SyncProgress) {
  const { db, ports, state } = context;
  const network = watchNetwork(context);
  const readState = () => readStateFor(context, progress.companyId);

  const work = async (): Promise<Failure | null> => {
    await context.tidy();
    const current = await beginPass(db, ports, { stop: progress.stopped, ...network.listeners() });
    const pushed = await pushAll(db, current);
    await readState();
    let failure: Failure | null = pushed.ok ? null : pushed;
    const companyIds = await companiesToPull(db, progress);
    let reached = true;
    for (const id of companyIds) {
      const pulled = await pullAll(db, current, id);
      if (!pulled.ok && pulled.retry) reached = false;
      if (!pulled.ok) failure ??= pulled;
    }
    if (reached) progress.hasReadAllCompanies = true;
    return failure;
  };

  const run = async (): Promise<Result<'done' | 'elsewhere'>> => {
    state.set({ syncing: true });
    let failure: Failure | null = null;
    let ran = true;
    const outcome = await context
      .access(async () => {
        const task = async () => {
          failure = await work();
        };
        ran = await ports.lock.run(task, { steal: false });
        if (!ran && (await isFrozen(db, ports.clock))) ran = await ports.lock.run(task, { steal: true });
      })
      .catch((error: unknown) => {
        if (error instanceof PassSuperseded) {
          ran = false;
          return ok(undefined);
        }
        throw error;
      });
    if (!outcome.ok) failure = outcome;
    if (!progress.stopped.aborted) await readState();
    state.set({ syncing: false });
    await (ran ? network.ended(failure) : network.receive());
    if (!ran) return ok('elsewhere');
    const failed = failure as Failure | null;
    progress.failures = failed ? progress.failures + 1 : 0;
    return failed ?? ok('done');
  };

  return { run, readState };
}

async function readStateFor({ db, state, access }: SyncContext, companyId: Uuid | null): Promise<void> {
  const read = await access(() => readSyncState(db, companyId));
  if (!read.ok) return;
  const { waitingCount, parkedCount } = state.get();
  state.set({
    ...read.data,
    waitingCount: sameOr(waitingCount, read.data.waitingCount),
    parkedCount: sameOr(parkedCount, read.data.parkedCount),
  });
}

async function companiesToPull(db: UserDatabase, progress: SyncProgress): Promise<Uuid[]> {
  const open = await db.outbox.where('state').equals('acknowledged').toArray();
  const ids = new Set(open.map((entry) => entry.companyId));
  if (progress.companyId) ids.add(progress.companyId);
  // Pull all companies once per start and per change, to notice permissions lost while another company was active.
  if (!progress.hasReadAllCompanies) for (const id of await db.companies.toCollection().primaryKeys()) ids.add(id);
  return [...ids];
}

async function isFrozen(db: UserDatabase, clock: Clock): Promise<boolean> {
  const row = (await db.meta.get(PASS_KEY)) as PassRow | undefined;
  return row !== undefined && Math.abs(clock.now() - row.at) > FROZEN_AFTER_MS;
}

/** Returns the known object if both are equal, so that nothing re-renders. */
const sameOr = (previous: ActionCount, now: ActionCount): ActionCount =>
  previous.kind === now.kind && previous.count === now.count ? previous : now;

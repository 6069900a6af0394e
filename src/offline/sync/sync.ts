/** Schedules passes and runs them: push first, then pull. A failed push does not prevent the pull. */
import type { ActionCount } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ok, type Failure, type Result } from '../../domain/result.ts';
import { backOffDelay } from './back-off.ts';
import type { UserDatabase } from '../device/database.ts';
import { PASS_KEY, type PassRow } from '../device/stored-rows.ts';
import { beginPass, PassSuperseded } from './pass.ts';
import { watchChangeEvents } from './change-event-watch.ts';
import type { EnginePorts } from '../device/ports.ts';
import { pullAll } from './pull.ts';
import { pushAll } from './push.ts';
import { readSyncState } from './read-sync-state.ts';
import { watchNetwork } from './sync-network.ts';
import type { SyncStateStore } from './sync-state.ts';

export const ACTION_DELAY_MS = 50;
export const ACTIVE_INTERVAL_MS = 20_000;
export const IDLE_INTERVAL_MS = 60_000;
/** A lock holder without a sign of life for this many milliseconds counts as frozen, and its lock is stolen. */
export const FROZEN_AFTER_MS = 20_000;
const LOCK_RETRY_MS = 1000;

export interface SyncContext {
  db: UserDatabase;
  ports: EnginePorts;
  state: SyncStateStore;
  access<T>(work: () => Promise<T>): Promise<Result<T>>;
  /** The company that the tab acts for at first; null: none. */
  companyId: Uuid | null;
  /** Cleanup at the start of each pass. */
  tidy(): Promise<unknown>;
}

export interface Sync {
  /** Starts scheduling passes. */
  start(): void;
  stop(): Promise<void>;
  setCompany(companyId: Uuid | null): void;
  /** Sets whether a departure is open on the screen, which shortens the pull interval. */
  setDepartureOpen(isOpen: boolean): void;
  actionAdded(): void;
  /**
   * Syncs now, after an event such as going online or a request of the person, but not before a `retryAfter` has
   * passed.
   */
  wake(): void;
  /** Runs one pass now. Returns its first failure, or `elsewhere` when another tab is syncing. */
  pass(): Promise<Result<'done' | 'elsewhere'>>;
  /** Reads counts and dates from the database into the state. */
  readState(): Promise<void>;
}

export function createSync(context: SyncContext): Sync {
  const { db, ports, state } = context;
  const { clock } = ports;
  let { companyId } = context;
  let running: Promise<Result<'done' | 'elsewhere'>> | null = null;
  let repeatRequested = false;
  let started = false;
  let isDepartureOpen = false;
  let readAllCompanies = false;
  let failures = 0;
  let notBefore = 0;
  let cancelTimer = () => {};
  let timerAt = Infinity;
  const stopping = new AbortController();
  const network = watchNetwork(context);

  const readState = async () => {
    const read = await context.access(() => readSyncState(db, companyId));
    if (!read.ok) return;
    const { waitingCount, parkedCount } = state.get();
    state.set({
      ...read.data,
      waitingCount: sameOr(waitingCount, read.data.waitingCount),
      parkedCount: sameOr(parkedCount, read.data.parkedCount),
    });
  };

  const schedule = (delay: number) => {
    if (!started || stopping.signal.aborted) return;
    const at = clock.now() + delay;
    if (at >= timerAt) return;
    cancelTimer();
    timerAt = at;
    cancelTimer = clock.after(delay, () => {
      timerAt = Infinity;
      void tick();
    });
  };
  const reschedule = (delay: number) => {
    cancelTimer();
    timerAt = Infinity;
    schedule(delay);
  };

  const tick = async () => {
    let result: Result<'done' | 'elsewhere'>;
    try {
      result = await pass();
    } catch (error) {
      // An unexpected error must not stop syncing for the day: back off, and rethrow so that it is reported.
      failures += 1;
      reschedule(backOffDelay(failures, { random: () => ports.random() }));
      throw error;
    }
    if (!started || stopping.signal.aborted) return;
    if (result.ok && result.data === 'elsewhere') return schedule(LOCK_RETRY_MS);
    const repeat = repeatRequested && result.ok;
    repeatRequested = false;
    if (repeat) return schedule(ACTION_DELAY_MS);
    if (result.ok) notBefore = 0;
    if (result.ok || !result.retry) return reschedule(isDepartureOpen ? ACTIVE_INTERVAL_MS : IDLE_INTERVAL_MS);
    const wait = backOffDelay(failures, { random: () => ports.random(), retryAfter: result.retryAfter });
    notBefore = result.retryAfter === undefined ? 0 : clock.now() + result.retryAfter;
    reschedule(wait);
  };

  const companiesToPull = async (): Promise<Uuid[]> => {
    const open = await db.outbox.where('state').equals('acknowledged').toArray();
    const ids = new Set(open.map((entry) => entry.companyId));
    if (companyId) ids.add(companyId);
    // Pull all companies once per start and per change, to notice permissions lost while another company was active.
    if (!readAllCompanies) for (const id of await db.companies.toCollection().primaryKeys()) ids.add(id);
    return [...ids];
  };

  const work = async (): Promise<Failure | null> => {
    await context.tidy();
    const current = await beginPass(db, ports, { stop: stopping.signal, ...network.listeners() });
    const pushed = await pushAll(db, current);
    await readState();
    let failure: Failure | null = pushed.ok ? null : pushed;
    const companyIds = await companiesToPull();
    let reached = true;
    for (const id of companyIds) {
      const pulled = await pullAll(db, current, id);
      if (!pulled.ok && pulled.retry) reached = false;
      if (!pulled.ok && (failure === null || id === companyId)) failure ??= pulled;
    }
    if (reached) readAllCompanies = true;
    return failure;
  };

  const isFrozen = async () => {
    const row = (await db.meta.get(PASS_KEY)) as PassRow | undefined;
    return row !== undefined && Math.abs(clock.now() - row.at) > FROZEN_AFTER_MS;
  };

  const onePass = async (): Promise<Result<'done' | 'elsewhere'>> => {
    state.set({ syncing: true });
    let failure: Failure | null = null;
    let ran = true;
    const done = await context
      .access(async () => {
        const task = async () => {
          failure = await work();
        };
        ran = await ports.lock.run(task, { steal: false });
        if (!ran && (await isFrozen())) ran = await ports.lock.run(task, { steal: true });
      })
      .catch((error: unknown) => {
        if (error instanceof PassSuperseded) {
          ran = false;
          return ok(undefined);
        }
        throw error;
      });
    if (!done.ok) failure = done;
    if (!stopping.signal.aborted) await readState();
    state.set({ syncing: false });
    await (ran ? network.ended(failure) : network.receive());
    if (!ran) return ok('elsewhere');
    const failed = failure as Failure | null;
    failures = failed ? failures + 1 : 0;
    return failed ?? ok('done');
  };

  const wake = () => {
    if (running) repeatRequested = true;
    else schedule(Math.max(0, notBefore - clock.now()));
  };

  const changeEvents = watchChangeEvents(db, ports, { pull: wake, isPulling: () => running !== null });

  const pass = () => {
    running ??= onePass().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    readState,
    pass,
    start() {
      if (started) return;
      started = true;
      changeEvents.listen(companyId);
      schedule(0);
    },
    async stop() {
      started = false;
      stopping.abort();
      cancelTimer();
      changeEvents.listen(null);
      await running?.catch(() => {});
    },
    setCompany(id) {
      if (id === companyId) return;
      companyId = id;
      // After impersonation ends the person may have lost permission to hold the company's guests.
      readAllCompanies = false;
      if (started) changeEvents.listen(id);
      void readState();
      wake();
    },
    setDepartureOpen(value) {
      if (value === isDepartureOpen) return;
      isDepartureOpen = value;
      if (isDepartureOpen && failures === 0) schedule(ACTIVE_INTERVAL_MS);
    },
    actionAdded() {
      void readState();
      if (running) repeatRequested = true;
      // After a failure the backoff decides: pushing at once would add load to a server in trouble.
      else if (failures === 0) schedule(ACTION_DELAY_MS);
    },
    wake,
  };
}

/** Returns the known object if both are equal, so that nothing re-renders. */
const sameOr = (previous: ActionCount, now: ActionCount): ActionCount =>
  previous.kind === now.kind && previous.count === now.count ? previous : now;

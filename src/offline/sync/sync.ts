/** Syncs one tab: schedules passes, and runs one early after a change event. */
import type { Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { watchChangeEvents } from './change-event-watch.ts';
import { createPassRunner } from './pass-runner.ts';
import { createPassScheduler } from './pass-scheduler.ts';
import type { SyncContext, SyncProgress } from './sync-context.ts';

export interface Sync {
  /** Starts scheduling passes. */
  start(): void;
  stop(): Promise<void>;
  setCompany(companyId: Uuid | null): void;
  /** Sets whether a departure is open on the screen, which shortens the pull interval. */
  setDepartureOpen(isOpen: boolean): void;
  /** Call it after the outbox got actions to send, new or retried: updates the counts and schedules a push. */
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
  const { db, ports } = context;
  const stopping = new AbortController();
  const progress: SyncProgress = {
    companyId: context.companyId,
    started: false,
    stopped: stopping.signal,
    failures: 0,
    hasReadAllCompanies: false,
  };
  const { run, readState } = createPassRunner(context, progress);
  const scheduler = createPassScheduler(ports, progress, run);
  const { pass, wake } = scheduler;
  const changeEvents = watchChangeEvents(db, ports, { pull: wake, isPulling: () => scheduler.running() !== null });

  return {
    readState,
    pass,
    start() {
      if (progress.started) return;
      progress.started = true;
      changeEvents.listen(progress.companyId);
      scheduler.schedule(0);
    },
    async stop() {
      progress.started = false;
      stopping.abort();
      scheduler.cancel();
      changeEvents.listen(null);
      await scheduler.running()?.catch(() => {});
    },
    setCompany(id) {
      if (id === progress.companyId) return;
      progress.companyId = id;
      // After impersonation ends the person may have lost permission to hold the company's guests.
      progress.hasReadAllCompanies = false;
      if (progress.started) changeEvents.listen(id);
      void readState();
      wake();
    },
    setDepartureOpen: scheduler.setDepartureOpen,
    actionAdded() {
      void readState();
      scheduler.actionAdded();
    },
    wake,
  };
}

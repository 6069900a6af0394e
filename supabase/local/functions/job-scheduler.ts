/**
 * Replaces pg_cron: every two seconds it queues due mails, counts figures, and runs due jobs and webhooks. A run starts
 * with the further tasks of the hosted tick (private.begin_job_run).
 */
import type { Database } from '../database.ts';

const EVERY_MS = 2000;

export interface JobScheduler {
  /** Resolves when the running tick has ended. */
  stop(): Promise<void>;
}

export function startJobScheduler(database: Database, run: () => Promise<void>): JobScheduler {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const tick = async () => {
    try {
      const { rows } = await database.exclusive((db) =>
        db.query<{
          due: boolean;
        }>(`select private.enqueue_due_guest_mails(500), private.update_changed_figures(20), exists (select from private.jobs as job
          where job.state = 'waiting' and job.run_at <= clock_timestamp() and private.is_claimable(job, clock_timestamp()))
          or private.webhooks_due(clock_timestamp()) as due`),
      );
      if (rows[0]?.due) await run();
    } catch (failure) {
      console.error(`Due jobs could not be read: ${failure instanceof Error ? failure.message : String(failure)}`);
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    running = tick();
  }, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

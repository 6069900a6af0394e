/**
 * Runs jobs one by one, so that a job that kills the worker takes no other with it. Concurrency comes from concurrent
 * calls.
 */
import {
  literal,
  number,
  object,
  parse,
  picklist,
  safeParse,
  string,
  unknown,
  uuid,
  pipe,
  variant,
  type InferOutput,
} from 'valibot';
import { sanitizeJson } from '../../../src/lib/sanitize-json.ts';
import { NonRetryableError, type Job } from '../_shared/job.ts';
import { MailRefused, type Ports } from '../_shared/ports.ts';

const Claimed = object({
  id: pipe(string(), uuid()),
  lease: pipe(string(), uuid()),
  kind: string(),
  payload: unknown(),
  attempt: number(),
});
const Claim = variant('status', [
  object({ status: literal('claimed'), job: Claimed }),
  object({ status: literal('none') }),
]);
const Outcome = object({ status: picklist(['done', 'waiting', 'dead', 'lost']) });

/** Stops before the platform's time limit; a job in progress is finished. */
const BUDGET_MS = 40_000;
/** The platform allows 2 s of CPU per call. */
const MAX_JOBS = 200;
export const LEASE_SECONDS = 120;

export interface JobTotals {
  done: number;
  /** Failed, and waits for a retry. */
  waiting: number;
  dead: number;
  /** The lease had expired and another worker has the job. */
  lost: number;
}

/**
 * Runs due jobs until none is left or the time is up. Throws DatabaseFailure after the other jobs if a result could not
 * be recorded.
 */
export async function runDueJobs(ports: Ports, jobs: readonly Job[]): Promise<JobTotals> {
  const totals: JobTotals = { done: 0, waiting: 0, dead: 0, lost: 0 };
  const failures: unknown[] = [];
  const { database, clock } = ports;
  const began = clock.now().getTime();
  await database.call('begin_job_run');
  // Absolute, because the clock may have been set back.
  for (let number = 0; number < MAX_JOBS && Math.abs(clock.now().getTime() - began) < BUDGET_MS; number += 1) {
    const claim = parse(
      Claim,
      await database.call('claim_job', { kinds: jobs.map(({ kind }) => kind), lease_seconds: LEASE_SECONDS }),
    );
    if (claim.status === 'none') break;
    try {
      totals[await runOne(ports, { jobs, claimed: claim.job })] += 1;
    } catch (failure) {
      // Its lease expires and it is retried; the other jobs need not wait.
      failures.push(failure);
    }
  }
  await database.call('end_job_run');
  if (failures.length > 0) throw failures[0];
  return totals;
}

async function runOne(ports: Ports, { jobs, claimed }: { jobs: readonly Job[]; claimed: InferOutput<typeof Claimed> }) {
  const { id, lease, attempt } = claimed;
  const job = jobs.find(({ kind }) => kind === claimed.kind);
  const recordOutcome = async (name: string, more: Record<string, unknown> = {}) =>
    parse(Outcome, await ports.database.call(name, { job: id, lease, ...more })).status;
  try {
    if (!job) throw new NonRetryableError('This kind of job is unknown.');
    const payload = safeParse(job.payload, claimed.payload);
    if (!payload.success)
      throw new NonRetryableError(`Its payload is not what ${claimed.kind} takes: ${invalidPaths(payload.issues)}.`);
    await job.run(payload.output, { ports, id, attempt });
  } catch (failure) {
    const mayRetry = !(failure instanceof NonRetryableError || failure instanceof MailRefused);
    const error = failure instanceof Error ? failure.message : 'Unknown failure';
    const status = await recordOutcome('fail_job', { error: sanitizeText(error), may_retry: mayRetry });
    console.error(
      `run-jobs: ${claimed.kind} ${id} failed at attempt ${attempt}, ${status}: ${failure instanceof Error ? failure.name : typeof failure}`,
    );
    return status;
  }
  return recordOutcome('finish_job');
}

/** Drops characters that Postgres cannot store. */
const sanitizeText = (text: string) => JSON.parse(sanitizeJson(JSON.stringify(text))) as string;

/** Paths only, as a payload may contain personal data. */
const invalidPaths = (issues: readonly { path?: { key: unknown }[] | undefined }[]) =>
  [...new Set(issues.map(({ path }) => (path ?? []).map(({ key }) => String(key)).join('.') || 'the whole'))].join(
    ', ',
  );

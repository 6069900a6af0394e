/** Job definition: one file per job in run-jobs/jobs, listed in run-jobs/jobs.ts. */
import type { GenericSchema, InferOutput } from 'valibot';
import type { Ports } from './ports.ts';

export interface JobContext {
  ports: Ports;
  /** Same for each attempt; serves as idempotency key for calls to other services. */
  id: string;
  /** Starts at 1. */
  attempt: number;
}

export interface Job<Schema extends GenericSchema = GenericSchema> {
  kind: string;
  payload: Schema;
  /** Must be idempotent: it may run more than once, even concurrently if a worker was thought lost. */
  run(payload: InferOutput<Schema>, context: JobContext): Promise<void>;
}

/** Defines a job; infers the payload's type from its schema. */
export const defineJob = <Schema extends GenericSchema>(job: Job<Schema>): Job => job as unknown as Job;

/** Thrown by a job that must not be retried. */
export class NonRetryableError extends Error {
  override name = 'NonRetryableError';
}

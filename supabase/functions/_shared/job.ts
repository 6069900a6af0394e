/** What a job is: one file each in run-jobs/jobs, listed in run-jobs/jobs.ts. */
import type { GenericSchema, InferOutput } from 'valibot';
import type { Ports } from './ports.ts';

export interface JobContext {
  ports: Ports;
  /** The same at every attempt: what others are asked to do once is asked under this id. */
  id: string;
  /** From 1. */
  attempt: number;
}

export interface Job<Schema extends GenericSchema = GenericSchema> {
  kind: string;
  payload: Schema;
  /** May run more than once, also twice at a time when a worker was thought lost: each run must do no harm after the first. */
  run(payload: InferOutput<Schema>, context: JobContext): Promise<void>;
}

/** Ties the handler's payload to the schema. */
export const defineJob = <Schema extends GenericSchema>(job: Job<Schema>): Job => job as unknown as Job;

/** Thrown by a job for which no further attempt can help. */
export class NonRetryableError extends Error {
  override name = 'Hopeless';
}

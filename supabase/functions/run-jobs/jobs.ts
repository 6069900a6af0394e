import type { Job } from '../_shared/job.ts';
import { makeDepartures } from './jobs/make-departures.ts';
import { sendMail } from './jobs/send-mail.ts';

/** Every kind of job that there is. */
export const JOBS: readonly Job[] = [sendMail, makeDepartures];

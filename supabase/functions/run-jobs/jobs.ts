import type { Job } from '../_shared/job.ts';
import { sendMail } from './jobs/send-mail.ts';

/** Every kind of job that there is. */
export const JOBS: readonly Job[] = [sendMail];

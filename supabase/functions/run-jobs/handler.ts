/**
 * POST with the job scheduler's secret: runs due jobs and delivers due webhooks. Returns how many ended with which
 * result.
 */
import { jsonResponse } from '../_shared/json-response.ts';
import { NotConfiguredError, type Handler } from '../_shared/ports.ts';
import { timingSafeEqual } from '../_shared/timing-safe-equal.ts';
import { JOBS } from './jobs.ts';
import { deliverWebhooks } from './webhooks.ts';
import { runDueJobs } from './run-due-jobs.ts';

const MIN_SECRET_LENGTH = 32;

export const runJobs: Handler = async (request, ports) => {
  if (request.method !== 'POST') return jsonResponse(405, { status: 'wrong_method' }, { Allow: 'POST' });
  const secret = ports.secrets('JOBS_SECRET');
  if (secret.length < MIN_SECRET_LENGTH) throw new NotConfiguredError('JOBS_SECRET is too short to be one');
  const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  if (!(await timingSafeEqual(token, secret))) return jsonResponse(401, { status: 'unauthorized' });
  // In parallel, so that slow jobs and slow receivers do not delay each other.
  const [jobs, webhooks] = await Promise.allSettled([runDueJobs(ports, JOBS), deliverWebhooks(ports)]);
  if (jobs.status === 'rejected') throw jobs.reason;
  if (webhooks.status === 'rejected') throw webhooks.reason;
  return jsonResponse(200, { status: 'ok', ...jobs.value, webhooks: webhooks.value });
};

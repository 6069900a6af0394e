/** POST with the ticker's secret: runs the jobs and delivers the webhooks that are due, and tells how many ended how. */
import { answer } from '../_shared/answers.ts';
import { NotConfigured, type Handler } from '../_shared/ports.ts';
import { sameSecret } from '../_shared/same-secret.ts';
import { JOBS } from './jobs.ts';
import { deliverWebhooks } from './webhooks.ts';
import { work } from './work.ts';

const SHORTEST_SECRET = 32;

export const runJobs: Handler = async (request, ports) => {
  if (request.method !== 'POST') return answer(405, { status: 'wrong_method' }, { Allow: 'POST' });
  const secret = ports.secrets('JOBS_SECRET');
  if (secret.length < SHORTEST_SECRET) throw new NotConfigured('JOBS_SECRET is too short to be one');
  const given = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  if (!(await sameSecret(given, secret))) return answer(401, { status: 'unauthorized' });
  // Beside each other: neither a slow job nor a slow receiver holds up the other kind.
  const [jobs, webhooks] = await Promise.allSettled([work(ports, JOBS), deliverWebhooks(ports)]);
  if (jobs.status === 'rejected') throw jobs.reason;
  if (webhooks.status === 'rejected') throw webhooks.reason;
  return answer(200, { status: 'ok', ...jobs.value, webhooks: webhooks.value });
};

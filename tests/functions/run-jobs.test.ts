/** Authentication and responses of run-jobs. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withErrorHandling } from '../../supabase/functions/_shared/json-response.ts';
import { DatabaseFailure } from '../../supabase/functions/_shared/ports.ts';
import { runJobs } from '../../supabase/functions/run-jobs/handler.ts';
import { fakePorts, SECRETS } from './fakes.ts';

const handler = withErrorHandling('run-jobs', runJobs);
const jobRequest = (headers: Record<string, string> = {}, method = 'POST') =>
  new Request('https://project.example.com/functions/v1/run-jobs', { method, headers });
const right = { Authorization: `Bearer ${SECRETS.JOBS_SECRET.replaceAll(' ', '-')}` };
const secret = { JOBS_SECRET: SECRETS.JOBS_SECRET.replaceAll(' ', '-') };
const idle = {
  call: async (name: string) =>
    name === 'claim_job'
      ? { status: 'none' }
      : { status: 'ok', ...(name === 'claim_webhooks' ? { deliveries: [] } : {}) },
};

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void logged.push(line));
});
afterEach(() => vi.restoreAllMocks());

test('runs and counts jobs with the secret', async () => {
  const response = await handler(jobRequest(right), fakePorts({ database: idle, secret }));
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok', done: 0, waiting: 0, dead: 0, lost: 0, webhooks: 0 });
});

test.each([
  ['no secret', {}],
  ['another secret', { Authorization: 'Bearer something-else' }],
  ['a prefix of the secret', { Authorization: right.Authorization.slice(0, -1) }],
  ['the secret in another scheme', { Authorization: right.Authorization.replace('Bearer', 'Basic') }],
])('runs nothing with %s', async (_, headers) => {
  const response = await handler(jobRequest(headers), fakePorts({ secret }));
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ status: 'unauthorized' });
});

test('an unset or short secret opens nothing, and is logged without its value', async () => {
  for (const bad of ['', 'short']) {
    const response = await handler(
      jobRequest({ Authorization: `Bearer ${bad}` }),
      fakePorts({ database: idle, secret: { JOBS_SECRET: bad } }),
    );
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ status: 'failed' });
  }
  expect(logged).toEqual([
    expect.stringContaining('JOBS_SECRET is not set'),
    expect.stringContaining('JOBS_SECRET is too short'),
  ]);
  expect(logged.join()).not.toContain('Bearer');
});

test('only POST runs jobs', async () => {
  const response = await handler(jobRequest(right, 'GET'), fakePorts({ secret }));
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

test('a database failure is retryable, and an internal error reveals nothing', async () => {
  const away = { call: async () => Promise.reject(new DatabaseFailure('claim_job answered 503')) };
  const later = await handler(jobRequest(right), fakePorts({ database: away, secret }));
  expect(later.status).toBe(503);
  expect(later.headers.get('retry-after')).toBe('5');
  const broken = { call: async () => Promise.reject(new Error('row of guest anna@example.com')) };
  const response = await handler(jobRequest(right), fakePorts({ database: broken, secret }));
  expect(response.status).toBe(500);
  expect(logged.join() + (await response.text())).not.toContain('anna');
});

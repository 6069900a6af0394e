import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConstantTimeResponses } from './constant-time-responses.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Returns the milliseconds until the response may be sent, if the work took `lasted`. */
async function responseTime(
  responses: ConstantTimeResponses,
  lasted: number,
  { path = '/auth/v1/recover', status = 200 } = {},
) {
  const began = performance.now();
  await vi.advanceTimersByTimeAsync(lasted);
  let respondedAt = Infinity;
  const request = new Request(`http://127.0.0.1${path}`, { method: 'POST' });
  const holding = responses.hold(request, new Response(null, { status }), began).then(() => {
    respondedAt = performance.now() - began;
  });
  await vi.advanceTimersByTimeAsync(5000);
  await holding;
  return respondedAt;
}

test.each([
  { path: '/auth/v1/signup' },
  { path: '/auth/v1/recover' },
  { path: '/auth/v1/resend' },
  { path: '/auth/v1/otp' },
  { path: '/auth/v1/magiclink' },
  { path: '/auth/v1/token?grant_type=password', status: 400 },
])('answers $path after the same time, however long the work took', async (about) => {
  const responses = new ConstantTimeResponses();
  for (const lasted of [0, 1, 60, 150])
    expect([lasted, await responseTime(responses, lasted, about)]).toEqual([lasted, 200]);
});

test('waits as long as slower responses took before, and forgets them little by little', async () => {
  const responses = new ConstantTimeResponses();
  expect(await responseTime(responses, 400)).toBe(500);
  expect(await responseTime(responses, 0)).toBeCloseTo(490, -1);
  let latest = 500;
  for (let round = 0; round < 60; round += 1) latest = await responseTime(responses, 0);
  expect(latest).toBe(200);
});

test.each([
  { path: '/auth/v1/token?grant_type=password', status: 200 },
  { path: '/auth/v1/token?grant_type=refresh_token', status: 400 },
  { path: '/auth/v1/user', status: 200 },
])('does not delay responses that reveal nothing about an address: $path $status', async (about) => {
  expect(await responseTime(new ConstantTimeResponses(), 7, about)).toBe(7);
});

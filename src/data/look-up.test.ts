/** What the answers of a look-up come to for whoever scans. */
import { beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../domain/result.ts';
import { callRpc } from './call.ts';
import { lookUpOnServer } from './look-up.ts';

vi.mock('./call.ts', () => ({ callRpc: vi.fn() }));
beforeEach(() => void vi.mocked(callRpc).mockReset());

const ask = (answer: Record<string, unknown>) => {
  vi.mocked(callRpc).mockResolvedValue(ok(answer));
  return lookUpOnServer({ kind: 'reference', value: 'ABC234' }, { companyId: 'c', departureId: 'd' });
};

test('a budget that is spent is a failure to try again after a while, not a code that nobody knows', async () => {
  expect(await ask({ status: 'too_many', retry_after: 3 })).toEqual({
    ok: false,
    code: 'rate_limited',
    retry: true,
    retryAfter: 3000,
  });
});

test('a code that nobody knows is an answer', async () => {
  expect(await ask({ status: 'ok', match: null })).toEqual({ ok: true, data: null });
});

/** Responses of a look-up. */
import { beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../domain/result.ts';
import { callRawRpc } from './call.ts';
import { lookUpCodeOnServer } from './code-lookup.ts';

vi.mock('./call.ts', () => ({ callRawRpc: vi.fn() }));
beforeEach(() => void vi.mocked(callRawRpc).mockReset());

const lookUpWith = (response: Record<string, unknown>) => {
  vi.mocked(callRawRpc).mockResolvedValue(ok(response));
  return lookUpCodeOnServer({ kind: 'reference', value: 'ABC234' }, { companyId: 'c', departureId: 'd' });
};

test('reports a rate limit as a failure to retry, not as an unknown code', async () => {
  expect(await lookUpWith({ status: 'rate_limited', retry_after: 3 })).toEqual({
    ok: false,
    code: 'rate_limited',
    retry: true,
    retryAfter: 3000,
  });
});

test('returns only the departure for a ticket of a far day', async () => {
  const day = { departure_id: 'd9', tour_title: { en: 'Harbour walk' }, starts_at: '2027-05-01T08:00:00Z' };
  const result = { ...day, local_date: '2027-05-01', meeting_point: {} };
  expect(await lookUpWith({ status: 'ok', match: null, other_day: result })).toEqual({
    ok: true,
    data: {
      otherDay: {
        departureId: 'd9',
        tourTitle: { en: 'Harbour walk' },
        startsAt: '2027-05-01T08:00:00.000Z',
        localDate: '2027-05-01',
        meetingPoint: {},
      },
    },
  });
});

test('returns null for an unknown code', async () => {
  expect(await lookUpWith({ status: 'ok', match: null })).toEqual({ ok: true, data: null });
});

test.each(['no_subscription', 'not_permitted', 'signed_out', 'invalid'] as const)(
  'passes %s on as a failure',
  async (status) => {
    expect(await lookUpWith({ status })).toEqual({ ok: false, code: status, retry: false });
  },
);

test('rejects a malformed match as bad_response', async () => {
  expect(await lookUpWith({ status: 'ok', match: { departure_id: 'd' } })).toMatchObject({
    ok: false,
    code: 'bad_response',
  });
});

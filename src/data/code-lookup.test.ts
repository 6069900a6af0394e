/** What the answers of a look-up come to for whoever scans. */
import { beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../domain/result.ts';
import { callRawRpc } from './call.ts';
import { lookUpCodeOnServer } from './code-lookup.ts';

vi.mock('./call.ts', () => ({ callRawRpc: vi.fn() }));
beforeEach(() => void vi.mocked(callRawRpc).mockReset());

const ask = (answer: Record<string, unknown>) => {
  vi.mocked(callRawRpc).mockResolvedValue(ok(answer));
  return lookUpCodeOnServer({ kind: 'reference', value: 'ABC234' }, { companyId: 'c', departureId: 'd' });
};

test('a budget that is spent is a failure to try again after a while, not a code that nobody knows', async () => {
  expect(await ask({ status: 'rate_limited', retry_after: 3 })).toEqual({
    ok: false,
    code: 'rate_limited',
    retry: true,
    retryAfter: 3000,
  });
});

test('a ticket of a far day says where it belongs, and nothing more', async () => {
  const day = { departure_id: 'd9', tour_title: { en: 'Harbour walk' }, starts_at: '2027-05-01T08:00:00Z' };
  const result = { ...day, local_date: '2027-05-01', meeting_point: {} };
  expect(await ask({ status: 'ok', match: null, other_day: result })).toEqual({
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

test('a code that nobody knows is an answer', async () => {
  expect(await ask({ status: 'ok', match: null })).toEqual({ ok: true, data: null });
});

test.each(['no_subscription', 'not_permitted', 'signed_out', 'invalid'] as const)(
  '%s means what it means everywhere',
  async (status) => {
    expect(await ask({ status })).toEqual({ ok: false, code: status, retry: false });
  },
);

test('what is no match of ours is no answer', async () => {
  expect(await ask({ status: 'ok', match: { departure_id: 'd' } })).toMatchObject({ ok: false, code: 'bad_answer' });
});

import { describe, expect, test } from 'vitest';
import { fail, ok, signedOutFailure } from './result.ts';

describe('fail', () => {
  test('is not retried unless asked', () =>
    expect(fail('not_found')).toEqual({ ok: false, code: 'not_found', retry: false }));
  test('holds when to retry', () =>
    expect(fail('rate_limited', { retry: true, retryAfter: 0 })).toEqual({
      ok: false,
      code: 'rate_limited',
      retry: true,
      retryAfter: 0,
    }));
});

describe('signedOutFailure', () => {
  const failure = fail('signed_out');
  test('returns the failure of an ended session', () => expect(signedOutFailure(failure)).toBe(failure));
  test.each([[null], [ok(1)], [fail('offline')]])('returns null for %j', (result) =>
    expect(signedOutFailure(result)).toBeNull(),
  );
});

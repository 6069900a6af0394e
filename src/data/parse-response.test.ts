import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { parseResponse } from './parse-response.ts';

const shapes = {
  response: v.object({ bookingId: v.string(), heldUntil: v.string() }),
  refusals: { sold_out: v.object({ seatsLeft: v.number() }), too_late: v.object({}) },
};
const read = (data: unknown) => parseResponse(data, shapes);

describe('parseResponse', () => {
  it('returns the data in camelCase, without fields that the schema does not name', () => {
    expect(read({ status: 'ok', booking_id: 'b', held_until: 't', more: 1 })).toEqual({
      ok: true,
      data: { bookingId: 'b', heldUntil: 't' },
    });
  });

  it('returns a refusal of the own list with its details', () => {
    const result = read({ status: 'sold_out', seats_left: 3 });
    expect(result).toEqual({ ok: false, code: 'refused', retry: false, refusal: { status: 'sold_out', seatsLeft: 3 } });
    if (!result.ok && result.code === 'refused') {
      expectTypeOf(result.refusal.status).toEqualTypeOf<'sold_out' | 'too_late'>();
      if (result.refusal.status === 'sold_out') expectTypeOf(result.refusal.seatsLeft).toEqualTypeOf<number>();
    }
  });

  it.each([
    ['signed_out', 'signed_out'],
    ['not_permitted', 'not_permitted'],
    ['no_subscription', 'no_subscription'],
    ['not_found', 'not_found'],
    ['invalid', 'invalid'],
  ])('maps the status %s to the failure %s without retry', (status, code) => {
    expect(read({ status })).toEqual({ ok: false, code, retry: false });
  });

  it('returns the wait of rate_limited in milliseconds', () => {
    expect(read({ status: 'rate_limited', retry_after: 7 })).toEqual({
      ok: false,
      code: 'rate_limited',
      retry: true,
      retryAfter: 7000,
    });
  });

  it.each([
    [null],
    ['<html>Sign in to the Wi-Fi</html>'],
    [{ status: 'ok' }],
    [{ status: 'ok', booking_id: 5, held_until: 't' }],
    [{ status: 'sold_out' }],
    [{ status: 'constructor' }],
    [{ status: 'a word of a newer server' }],
    [[{ status: 'ok' }]],
  ])('fails with bad_response for another shape: %j', (data) => {
    expect(read(data)).toEqual({ ok: false, code: 'bad_response', retry: true });
  });

  it('has no refusals in the type of an RPC without them', () => {
    const result = parseResponse({ status: 'ok' }, { response: v.object({}) });
    expectTypeOf<Extract<typeof result, { code: 'refused' }>>().toEqualTypeOf<never>();
    expect(result).toEqual({ ok: true, data: {} });
  });
});

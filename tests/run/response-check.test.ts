import { describe, expect, test } from 'vitest';
import { createResponseCheck } from '../support/response-check.ts';

const object = (properties: Record<string, unknown>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const CONTRACT = {
  definitions: { money: object({ total: { type: 'number' } }) },
  failures: { not_found: object({}) },
  rpcs: {
    read_booking: { ok: object({ money: { $ref: '#/definitions/money' } }), stale: object({}) },
  },
};

describe('the check of responses', () => {
  const check = createResponseCheck(CONTRACT);

  test('accepts the responses of the contract, and failures that any RPC may return', () => {
    for (const response of [{ status: 'ok', money: { total: 1 } }, { status: 'stale' }, { status: 'not_found' }])
      expect(() => check('read_booking', response)).not.toThrow();
  });

  test('does not check an RPC without a contract', () => {
    for (const response of [{ status: 'anything' }, null]) expect(() => check('other', response)).not.toThrow();
  });

  test.each([
    [
      'a key that is renamed',
      { status: 'ok', money: { sum: 1 } },
      'read_booking returned ok against its contract: /money',
    ],
    ['a key that is not declared', { status: 'stale', more: 1 }, 'additionalProperty":"more"'],
    ['a value of another type', { status: 'ok', money: { total: '1' } }, '/money/total must be number'],
    ['a new status', { status: 'gone' }, 'read_booking returned gone, which is not in its contract'],
    ['a response without a status', null, 'read_booking returned no status'],
  ])('refuses %s', (_, response, message) => {
    expect(() => check('read_booking', response)).toThrow(message);
  });

  test('reports each status of the contract when it is first returned', () => {
    const seen: string[] = [];
    const recording = createResponseCheck(CONTRACT, (name, status) => seen.push(`${name} ${status}`));
    recording('read_booking', { status: 'stale' });
    recording('read_booking', { status: 'stale' });
    recording('read_booking', { status: 'not_found' });
    expect(seen).toEqual(['read_booking stale']);
  });
});

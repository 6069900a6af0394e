/**
 * Webhook requests to addresses that companies typed: never to internal addresses, and within the time limit, whatever
 * the receiver does. On Node and both versions of Deno.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DENOS, printedBy } from './deno.ts';
import { openReceivers, type Receivers } from './receivers.ts';
import { FORBIDDEN, tryAll, type Tried } from './webhook-tries.ts';

let receivers: Receivers;
beforeAll(async () => {
  receivers = await openReceivers();
});
afterAll(() => receivers?.close());

const WAYS: [string, () => Promise<Record<string, Tried>>][] = [
  ['Node', () => tryAll(receivers.url, receivers.secure)],
  ...DENOS.map((deno): [string, () => Promise<Record<string, Tried>>] => [
    `Deno ${deno}`,
    async () =>
      JSON.parse(
        await printedBy(deno, 'tests/functions/webhook-tries.ts', [receivers.url, JSON.stringify(receivers.secure)]),
      ) as Record<string, Tried>,
  ]),
];

describe.each(WAYS)('on %s', (_, tryThere) => {
  let found: Record<string, Tried>;
  beforeAll(async () => {
    receivers.received.length = 0;
    found = await tryThere();
  }, 60_000);

  test.each([
    ['/takes', { status: 200, failure: null, response: 'thanks' }],
    ['/fails', { status: 503, failure: 'status', response: 'busy' }],
    ['/ends-within-a-sign', { status: 500, failure: 'status', response: `${'x'.repeat(999)}😀` }],
    ['/gone', { status: 410, failure: 'gone' }],
    ['/redirects', { status: 307, failure: 'redirect' }],
    ['/silent', { status: null, failure: 'no_response' }],
    ['/breaks-off', { status: null, failure: 'no_response' }],
    ['/says-yes-and-breaks-off', { status: 200, failure: null, response: 'half' }],
    ['/drips', { status: 200, failure: null }],
    ['/floods', { status: 500, failure: 'status' }],
    ['unreachable', { status: null, failure: 'unreachable' }],
  ])('handles a receiver: %s', (name, outcome) => {
    expect(found[name]).toMatchObject({ ...outcome, isQuick: true });
  });

  test('stores only the start of a response, without characters that the database rejects', () => {
    expect(found['/floods']!.response!.length).toBeLessThanOrEqual(1000);
    expect(found['/floods']!.response).not.toContain('\0');
  });

  test('does not follow a redirect', () => {
    expect(receivers.received.filter(({ path }) => path === '/takes')).toHaveLength(receivers.secure ? 2 : 1);
  });

  test.each([...FORBIDDEN, 'rebound', 'half inside'])('sends nothing to %s', (name) => {
    expect(found[name]).toEqual({ status: null, failure: 'forbidden_address', response: null, isQuick: true });
  });

  test('connects to an address but verifies the certificate for the host name', () => {
    if (!receivers.secure) return;
    expect(found['vouched for']).toMatchObject({ status: 200, failure: null });
    expect(found['not vouched for']).toMatchObject({ status: null, failure: 'bad_certificate' });
    expect(found['of another name']).toMatchObject({ status: null, failure: 'bad_certificate' });
  });

  test('sends body and headers unchanged', () => {
    const [request] = receivers.received;
    expect(request).toMatchObject({
      body: '{"text":"Gåtur"}',
      headers: { 'webhook-id': 'one', 'content-type': 'application/json' },
    });
  });
});

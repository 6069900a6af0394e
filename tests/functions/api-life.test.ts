/**
 * A booking's life over REST, held to checked in, in this process and on two versions of Deno: all responses are equal.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../supabase/functions/api/handler.ts';
import { makeDeparture } from '../support/database-fixtures.ts';
import { DENOS, serveOn, type Served } from './deno.ts';
import { normalised, openLife, type Life } from './life.ts';

const SCOPES = [
  'tours_read',
  'departures_read',
  'bookings_read',
  'guests_read',
  'bookings_write',
  'check_ins_read',
  'check_ins_write',
];
type Json = Record<string, unknown>;
type Ask = (init: RequestInit, path: string) => Promise<Response>;
interface Recorded {
  status: number;
  body: Json | null;
  headers: Json;
}
/** Headers that the function itself sets. */
const OURS = ['content-type', 'etag', 'ratelimit-limit', 'retry-after', 'allow', 'location'];

let life: Life;
beforeAll(async () => {
  life = await openLife('api-life', SCOPES);
});
afterAll(() => life?.close());

const DIFFERS = {
  named: {
    code: /"(reference|ticket_code|cursor)":"([^"]+)"/g,
    tag: /"(etag)":"([^,]+)"(?=[,}])/g,
  },
  moments: /"(\w+_at|server_time)":"[^"]+"/g,
};

async function live(ask: Ask): Promise<Record<string, Recorded>> {
  const { db, company, key } = life;
  // Alternatives in refusals must not include the previous run's departures.
  await db.query('update public.departures set is_closed = true where company_id = $1', [company.id]);
  const [first, second] = [
    await makeDeparture(db, company, { localDate: '2035-07-01', capacity: 3, guides: [] }),
    await makeDeparture(db, company, { localDate: '2035-07-02', capacity: 9, guides: [] }),
  ];
  const call = async (
    method: string,
    path: string,
    body?: Json,
    more: Record<string, string> = {},
  ): Promise<Recorded> => {
    const write = body && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
    const headers = { Authorization: `Bearer ${key}`, ...write, ...more };
    const response = await ask({ method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }, path);
    const text = await response.text();
    return {
      status: response.status,
      body: text ? (JSON.parse(text) as Json) : null,
      headers: Object.fromEntries(
        // The older Deno compresses responses itself and marks the etag as weak.
        OURS.flatMap((name) =>
          response.headers.has(name) ? [[name, response.headers.get(name)!.replace(/^W\//, '')]] : [],
        ),
      ),
    };
  };
  const guest = { price_category_id: company.priceCategoryId, name: 'Bo Lund' };
  const bookingBody = { departure_id: first, guests: [guest], contact: { name: 'Anna Holm', email: 'anna@holm.test' } };
  const order = { 'Idempotency-Key': `order-${randomUUID()}` };
  const held = await call('POST', '/bookings', bookingBody, order);
  expect(held).toMatchObject({ status: 201, body: { guests: [{}] } });
  const of = `/bookings/${String(held.body!['booking_id'])}`;
  const steps: Record<string, Recorded> = {
    held,
    repeated: await call('POST', '/bookings', bookingBody, order),
    reused: await call('POST', '/bookings', { ...bookingBody, note: 'Another' }, order),
    soldOut: await call('POST', '/bookings', { ...bookingBody, guests: [guest, guest, guest] }),
    invalid: await call('POST', '/bookings', { ...bookingBody, guests: 'two' }),
    extended: await call('POST', `${of}/extend`, { minutes: 60 }),
    confirmed: await call('POST', `${of}/confirm`, { state: 'CONFIRMED' }),
    guests: await call('GET', `/guests?booking=${String(held.body!['booking_id'])}`),
    larger: await call('POST', `${of}/party`, { add: [guest] }),
    moved: await call('POST', `${of}/move`, { departure_id: second, reason: 'guest_request' }),
    read: await call('GET', of),
  };
  const { version } = steps['read']!.body as { version: number };
  steps['edited'] = await call('PATCH', of, { version, note: 'Æbler, ø og å' });
  steps['stale'] = await call('PATCH', of, { version, note: 'Too late' });
  const current = await call('GET', of);
  const tag = String(current.headers['etag']);
  steps['anew'] = current;
  steps['unchanged'] = await call('GET', of, undefined, { 'If-None-Match': tag });
  steps['weakly'] = await call('GET', of, undefined, { 'If-None-Match': `"x", W/${tag}` });
  steps['list'] = await call('GET', `/bookings?departure=${second}&limit=1&fields=id,note`);
  steps['listUnchanged'] = await call('GET', `/bookings?departure=${second}&limit=1&fields=id,note`, undefined, {
    'If-None-Match': String(steps['list'].headers['etag']),
  });
  steps['other'] = await call('GET', of, undefined, { 'If-None-Match': '"x"' });
  const now = new Date().toISOString();
  const [letIn] = steps['held']!.body!['guests'] as { id: string }[];
  steps['letIn'] = await call('POST', '/check_ins', {
    device: { id: randomUUID(), label: 'North gate', now },
    actions: [
      {
        id: randomUUID(),
        kind: 'check_in',
        departure_id: second,
        booking_id: held.body!['booking_id'],
        guest_id: letIn!.id,
        occurred_at: now,
        payload: { method: 'scan' },
      },
    ],
  });
  const why = { refund: 'policy', reason: 'weather' };
  steps['notCancelled'] = await call('POST', `${of}/cancel`, why);
  const another = await call('POST', '/bookings', { ...bookingBody, departure_id: second, state: 'CONFIRMED' });
  steps['another'] = another;
  steps['cancelled'] = await call('POST', `/bookings/${String(another.body!['booking_id'])}/cancel`, why);
  steps['editedAgain'] = await call('PATCH', of, { version: version + 1, note: 'By the sea' });
  steps['changed'] = await call('GET', of, undefined, { 'If-None-Match': tag });
  steps['unknown'] = await call('GET', `/bookings/${randomUUID()}`);
  steps['wrongMethod'] = await call('DELETE', of);
  await db.query('delete from private.rate_limit_buckets');
  return steps;
}

let recorded: Record<string, Recorded>;
describe('in this process', () => {
  beforeAll(async () => {
    const ports = life.ports();
    recorded = await live((init, path) => api(new Request(`http://127.0.0.1/functions/v1/api${path}`, init), ports));
  });

  test('each step succeeds once, and impossible ones are refused by code', () => {
    expect(Object.entries(recorded).map(([step, { status, body }]) => [step, status, body?.['code'] ?? null])).toEqual([
      ['held', 201, null],
      ['repeated', 201, null],
      ['reused', 422, 'id_reused'],
      ['soldOut', 409, 'sold_out'],
      ['invalid', 400, 'invalid'],
      ['extended', 200, null],
      ['confirmed', 200, null],
      ['guests', 200, null],
      ['larger', 200, null],
      ['moved', 200, null],
      ['read', 200, null],
      ['edited', 200, null],
      ['stale', 409, 'stale'],
      ['anew', 200, null],
      ['unchanged', 304, null],
      ['weakly', 304, null],
      ['list', 200, null],
      ['listUnchanged', 304, null],
      ['other', 200, null],
      ['letIn', 200, null],
      ['notCancelled', 409, 'checked_in'],
      ['another', 201, null],
      ['cancelled', 200, null],
      ['editedAgain', 200, null],
      ['changed', 200, null],
      ['unknown', 404, 'not_found'],
      ['wrongMethod', 405, 'wrong_method'],
    ]);
    expect(recorded['repeated']!.body).toEqual(recorded['held']!.body);
    expect(recorded['letIn']!.body).toMatchObject({ outcomes: [{ status: 'applied' }] });
    expect(recorded['anew']!.body).toMatchObject({ state: 'CONFIRMED', guests: 2, note: 'Æbler, ø og å' });
  });

  test('an unchanged resource answers 304 until it changes', () => {
    const { etag } = recorded['anew']!.headers;
    for (const step of ['unchanged', 'weakly']) expect(recorded[step]).toMatchObject({ body: null, headers: { etag } });
    expect(recorded['changed']!.headers['etag']).not.toBe(etag);
  });
});

describe.each(DENOS)('on %s', (deno) => {
  let served: Served;
  beforeAll(async () => {
    served = await serveOn(deno, { name: 'api', env: life.env });
  });
  afterAll(() => served?.stop());

  test('all responses are the same, including headers', async () => {
    const onDeno = await live((init, path) => fetch(`${served.url}${path}`, init));
    expect(normalised(onDeno, DIFFERS)).toEqual(normalised(recorded, DIFFERS));
  });
});

/**
 * The API under attack: keys of every kind, foreign ids in every place, values that no database stores, and forged
 * headers (ADR 063).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS, type Operation } from '../../supabase/functions/api/operations.ts';
import { isProblem, PROBLEMS } from '../../supabase/functions/api/problems.ts';
import { createApiKey } from '../support/api-keys.ts';
import { makeBooking, makeDeparture } from '../support/database-fixtures.ts';
import {
  ask,
  call,
  DAY,
  db,
  expectProblem,
  good,
  isWritten,
  openScene,
  other,
  scene,
  setScene,
  stage,
} from './api-scene.ts';
import { keysOfEachRole, makeTestTour, type KeyOfRole } from './key-roles.ts';
import { HALF, hostileValues, leavesOf, NUL, withLeaf } from './hostile-values.ts';

let roles: KeyOfRole[];
let testKey: string;
/** Rows of another company, which no response may contain or change. */
let theirs: Record<'tour' | 'departure' | 'booking' | 'guest' | 'category', string>;

beforeAll(async () => {
  await openScene();
  const departure = await makeDeparture(db, other, { localDate: DAY });
  const { bookingId, guests } = await makeBooking(db, other, { departureId: departure, guests: 2 });
  theirs = { tour: other.tourId, departure, booking: bookingId, guest: guests[0]!.id, category: other.priceCategoryId };
});
afterAll(() => db?.close());
async function openToAll(): Promise<void> {
  await setScene();
  roles = await keysOfEachRole(db, stage.company);
  const { tour } = await makeTestTour(db, stage.company);
  await makeDeparture(db, { ...stage.company, tourId: tour }, { localDate: DAY });
  ({ key: testKey } = await createApiKey(db, stage.company, { testTour: tour }));
}

const rowsOf = (company: string) =>
  Promise.all(
    ['bookings', 'guests', 'departures', 'check_in_actions', 'payments'].map((table) =>
      db.query(`select t.* from public.${table} as t where company_id = $1 order by id`, [company]),
    ),
  );
/** Expects success, or a problem from the list with a 4xx status; returns the problem. */
async function expectUnbroken(response: Response, what: unknown): Promise<Record<string, unknown> | null> {
  if (response.ok) return null;
  const problem = (await response.json()) as Record<string, unknown>;
  expect(
    [response.status < 500, isProblem(problem['code']), response.headers.get('content-type')],
    JSON.stringify([what, problem]),
  ).toEqual([true, true, 'application/problem+json']);
  expect(problem['status']).toBe(PROBLEMS[problem['code'] as keyof typeof PROBLEMS][0]);
  return problem;
}

/** Further bodies for operations that take ids in other places. */
const MORE: Record<string, () => object[]> = {
  change_party: () => [{ remove: [scene.guest] }],
  edit_booking: () => [{ version: 1, names: [{ guest_id: scene.guest, name: 'Ø' }] }],
};
const UUID = /^[0-9a-f-]{36}$/;

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  // Reading operations come first, so one scene is enough.
  beforeAll(openToAll);

  test('with a test key reveals and changes nothing of live tours', async () => {
    const before = await rowsOf(stage.company.id);
    const response = await ask(operation, { ...good(id), by: testKey });
    const text = await response.clone().text();
    for (const sold of [scene.booking, scene.held, scene.guest, scene.payment, scene.refund, stage.company.tourId])
      expect(text).not.toContain(sold);
    if (operation.kind === 'push')
      expect(JSON.parse(text)).toMatchObject({ outcomes: [{ status: 'refused', code: 'unknown_departure' }] });
    else if (operation.kind === 'list') expect(response.status).toBe(200);
    else await expectProblem(response, 'not_found');
    expect(await rowsOf(stage.company.id)).toEqual(before);
  });

  test('accepts no ids of another company in any place', async () => {
    const before = await rowsOf(other.id);
    for (const { request, what, hostile } of requestsWith(operation, id, (leaf) =>
      UUID.test(String(leaf)) ? Object.values(theirs) : [],
    )) {
      const response = await ask(operation, request);
      const text = await response.clone().text();
      await expectUnbroken(response, what);
      // The response may repeat the id, but nothing that belongs to it.
      for (const foreignId of Object.values(theirs))
        if (foreignId !== hostile) expect(text, what).not.toContain(foreignId);
      if (operation.kind === 'list' && response.ok) expect((JSON.parse(text) as { items: object[] }).items).toEqual([]);
    }
    expect(await rowsOf(other.id)).toEqual(before);
  });

  test('accepts each kind of key or refuses it with its own code', async () => {
    for (const { role, key: by, address, refused } of roles) {
      const response = await ask(operation, { ...good(id), by, ...(address ? { address } : {}) });
      const { code } = response.ok ? { code: undefined } : ((await response.json()) as { code: string });
      if (refused) expect([role, code]).toEqual([role, refused]);
      else expect(['unknown_key', 'wrong_address', 'no_test_tour'], role).not.toContain(code);
    }
  });

  test('rejects hostile values in every place, including ones that the database cannot store', async () => {
    await setScene();
    let tried = 0;
    for (const { request, what, hostile } of requestsWith(operation, id, hostileValues)) {
      tried += 1;
      await db.exec('delete from private.rate_limit_buckets');
      const problem = await expectUnbroken(await ask(operation, request), what);
      // In a URL, a lone surrogate is sent as a replacement character.
      const isNotStorable = hostile === NUL || (hostile === HALF && isWritten(operation));
      if (isNotStorable) expect(problem, what).toMatchObject({ code: expect.stringMatching(/^(invalid|not_found)$/) });
    }
    expect(tried).toBeGreaterThan(1);
  });
});

const inAddress = (value: unknown) => new URLSearchParams({ _: String(value) }).toString().slice(2);

/** Yields a valid request of the operation for each leaf and each hostile value in its place. */
function* requestsWith(operation: Operation, id: string, values: (leaf: unknown) => readonly unknown[]) {
  const valid = good(id);
  const bodies = isWritten(operation) ? [valid.body!, ...(MORE[id]?.() ?? [])] : [];
  for (const body of bodies)
    for (const { path, leaf } of leavesOf(body))
      for (const hostile of values(leaf))
        yield {
          request: { ...valid, body: withLeaf(body, path, hostile) as Record<string, unknown> },
          hostile,
          what: `${id} ${path.join('.')} ${JSON.stringify(hostile)?.slice(0, 40)}`,
        };
  if (operation.path.includes('{id}'))
    for (const hostile of values(valid.at))
      yield {
        request: { ...valid, at: inAddress(hostile) },
        hostile,
        what: `${id} at ${String(hostile).slice(0, 40)}`,
      };
  if (isWritten(operation)) return;
  const query: Record<string, string> = {
    ...valid.query,
    fields: 'id',
    ...(operation.kind === 'list' ? { limit: '5', cursor: btoa('{"id":"x"}') } : {}),
  };
  const filters = operation.kind === 'list' ? Object.keys(operation.filter.entries as object) : [];
  for (const name of new Set([...filters, ...Object.keys(query)])) {
    // A filter of ids that was left out is tried with ids, too.
    const leaf =
      name === 'fields' || name === 'cursor' || name === 'limit' ? query[name] : (valid.query?.[name] ?? randomUUID());
    for (const hostile of values(leaf))
      yield {
        request: { ...valid, query: { ...valid.query, [name]: String(hostile) } },
        hostile,
        what: `${id} ?${name}=${String(hostile).slice(0, 40)}`,
      };
  }
}

describe('forged headers', () => {
  beforeAll(setScene);

  test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'true-client-ip', 'x-client-ip', 'cf-connecting-ipv6'])(
    '%s does not override the client address',
    async (name) => {
      const { key: by } = await createApiKey(db, stage.company, { addresses: ['192.0.2.0/24'] });
      const response = await call('GET', '/tours', { by, headers: { [name]: '192.0.2.7' } });
      expect(await expectProblem(response, 'wrong_address')).not.toHaveProperty('address');
    },
  );

  test('several addresses, and keys in other places or beside another, are refused', async () => {
    const { key: by } = await createApiKey(db, stage.company, { addresses: ['192.0.2.0/24'] });
    for (const address of ['192.0.2.7, 198.51.100.7', '192.0.2.7/0', '0.0.0.0/0', '::ffff:198.51.100.7', '127.0.0.1'])
      await expectProblem(await call('GET', '/tours', { by, address }), 'wrong_address');
    const { key } = await createApiKey(db, stage.company);
    const ways: Record<string, string>[] = [
      { apikey: key },
      { 'x-api-key': key },
      { authorization: key },
      { authorization: `Basic ${btoa(`${key}:`)}` },
      { authorization: `Bearer ${key}, Bearer ${key}` },
      { authorization: `Bearer ${key} x` },
      { cookie: `key=${key}` },
    ];
    expect((await call('GET', '/tours', { by: key })).status).toBe(200);
    for (const headers of ways) await expectProblem(await call('GET', '/tours', { by: null, headers }), 'unknown_key');
    await expectProblem(await call('GET', `/tours?key=${key}`, { by: null }), 'unknown_key');
    await expectProblem(
      await call('GET', '/bookings', {
        headers: { 'X-HTTP-Method-Override': 'POST', 'X-Original-URL': '/tours' },
        by: null,
      }),
      'unknown_key',
    );
  });

  test('an idempotency key of one company does not match another company’s', async () => {
    const { body } = good('hold_booking');
    const headers = { 'Idempotency-Key': 'order-1' };
    const mine = (await (await call('POST', '/bookings', { body, headers })).json()) as { booking_id: string };
    const { key: by } = await createApiKey(db, other);
    const departure_id = theirs.departure;
    const response = await call('POST', '/bookings', {
      by,
      headers,
      body: { departure_id, guests: [{ price_category_id: theirs.category }] },
    });
    expect(response.status).toBe(201);
    expect(((await response.json()) as { booking_id: string }).booking_id).not.toBe(mine.booking_id);
  });
});

test('a cursor of another list or a forged one is refused', async () => {
  await setScene();
  const lists = OPERATIONS.filter(({ kind }) => kind === 'list');
  const cursors = new Map<string, string>();
  for (const list of lists) {
    const { cursor } = (await (
      await ask(list, { ...good(list.id), query: { ...good(list.id).query, limit: '1' } })
    ).json()) as { cursor: string };
    const place = JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))) as object;
    cursors.set(Object.keys(place).sort().join(), cursor);
  }
  expect(cursors.size).toBe(4);
  const made = [
    '{}',
    'null',
    '[]',
    '{"id":{}}',
    '{"id":"x"}',
    '{"id":"\\u0000"}',
    '{"xid":"-","id":""}',
    '{"xid":"99999999999999999999999","id":"x"}',
  ];
  for (const list of lists) {
    await db.exec('delete from private.rate_limit_buckets');
    const by = (cursor: string) => ask(list, { ...good(list.id), query: { ...good(list.id).query, cursor } });
    let taken = 0;
    for (const cursor of cursors.values()) {
      const response = await by(cursor);
      if (response.ok) taken += 1;
      else await expectProblem(response, 'invalid');
    }
    expect([list.id, taken]).toEqual([list.id, 1]);
    for (const cursor of made) await expectProblem(await by(btoa(cursor)), 'invalid');
  }
});

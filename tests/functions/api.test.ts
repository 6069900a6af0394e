/**
 * The API against its description: every operation, with each kind of key, valid and invalid input, and another
 * company's ids (ADR 063).
 */
import { randomUUID } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '../../supabase/functions/api/handler.ts';
import { methodOf, OPERATIONS, type Operation } from '../../supabase/functions/api/operations.ts';
import { Outcomes } from '../../supabase/functions/api/check-in-schemas.ts';
import { Outcome } from '../../supabase/functions/api/response-schemas.ts';
import { DatabaseFailure } from '../../supabase/functions/_shared/ports.ts';
import { ALL_SCOPES, createApiKey } from '../support/api-keys.ts';
import { makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import {
  addressOf,
  ask,
  call,
  DAY,
  db,
  expectProblem,
  good,
  isWritten,
  key,
  openScene,
  other,
  otherKey,
  scene,
  setScene,
  stage,
} from './api-scene.ts';
import { fakePorts } from './fakes.ts';

beforeAll(openScene);
afterAll(() => db?.close());
beforeEach(setScene);

/**
 * Yields invalid variants of a valid input: each entry with a wrong value, an unknown entry, and each required one
 * missing.
 */
function* bad(
  shape: Operation extends never ? never : v.GenericSchema & { entries: Record<string, v.GenericSchema> },
  whole: Record<string, unknown>,
  wrong: unknown,
) {
  for (const [name, entry] of Object.entries(shape.entries)) {
    yield { ...whole, [name]: wrong };
    if (entry.type !== 'optional') yield Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name));
  }
  yield { ...whole, nothing_of_the_kind: 'x' };
}

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  test('succeeds and answers as described', async () => {
    const response = await ask(operation);
    expect(response.status).toBe(operation.kind === 'write' ? operation.status : 200);
    expect(response.headers.get('ratelimit-limit')).toBe('300');
    const body = (await response.json()) as { items?: unknown[] };
    if (operation.kind === 'write') return v.parse(v.strictObject(Outcome.entries), body);
    if (operation.kind === 'push') return v.parse(v.strictObject(Outcomes.entries), body);
    const items = operation.kind === 'one' ? [body] : body.items!;
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) v.parse(v.strictObject(operation.item.entries), item);
  });

  test('refuses a missing key, an unknown key, and one without its scope', async () => {
    await expectProblem(await ask(operation, { ...good(operation.id), by: null }), 'unknown_key');
    await expectProblem(
      await ask(operation, { ...good(operation.id), by: `muster_live_${'0'.repeat(64)}` }),
      'unknown_key',
    );
    const { key: lesser } = await createApiKey(db, stage.company, {
      scopes: ALL_SCOPES.filter((scope) => scope !== operation.scope),
    });
    expect(
      await expectProblem(await ask(operation, { ...good(operation.id), by: lesser }), 'missing_scope'),
    ).toMatchObject({ scope: operation.scope });
    const { key: only } = await createApiKey(db, stage.company, { scopes: [operation.scope] });
    expect((await ask(operation, { ...good(operation.id), by: only })).ok).toBe(true);
  });

  test('rejects invalid input', async () => {
    const valid = good(operation.id);
    const readRows = async () => [
      await db.query('select id, version, departure_id, status from public.bookings order by id'),
      await db.query('select id from public.check_in_actions order by id'),
    ];
    const before = await readRows();
    if (operation.kind === 'write' || operation.kind === 'push') {
      for (const body of bad(operation.body as never, valid.body!, { x: [] }))
        await expectProblem(await ask(operation, { ...valid, body }), 'invalid');
      for (const body of ['', '[]', 'null', '{'])
        await expectProblem(await call(methodOf(operation), addressOf(operation, valid), { body }), 'invalid');
      if (operation.kind === 'write')
        await expectProblem(
          await ask(operation, { ...valid, headers: { 'Idempotency-Key': '' } }),
          'no_idempotency_key',
        );
      await expectProblem(
        await ask(operation, { ...valid, body: { ...valid.body, note: 'x'.repeat(70_000) } }),
        'too_large',
      );
    } else {
      const filter = operation.filter as never;
      for (const query of bad(filter, valid.query ?? {}, 'ø'.repeat(300)))
        await expectProblem(await ask(operation, { ...valid, query: query as Record<string, string> }), 'invalid');
      const odd: Record<string, string>[] = [
        { fields: 'id,secrets' },
        ...(operation.kind === 'list'
          ? [{ limit: '0' }, { limit: '201' }, { limit: 'x' }, { cursor: '?' }]
          : [{ limit: '1' }]),
      ];
      for (const more of odd)
        await expectProblem(await ask(operation, { ...valid, query: { ...valid.query, ...more } }), 'invalid');
    }
    if (operation.path.includes('{id}')) {
      for (const at of [randomUUID(), 'x', '%00'])
        await expectProblem(await ask(operation, { ...valid, at }), 'not_found');
    }
    expect(await readRows()).toEqual(before);
  });

  test('reveals nothing of another company', async () => {
    const valid = good(operation.id);
    const response = await ask(operation, { ...valid, by: otherKey });
    if (operation.kind === 'push') {
      const [sent] = valid.body!['actions'] as { id: string }[];
      const { outcomes } = (await response.json()) as { outcomes: object[] };
      expect(outcomes).toEqual([{ id: sent!.id, status: 'refused', code: 'unknown_departure' }]);
      return expect(await db.query('select from public.check_in_actions where id = $1', [sent!.id])).toEqual([]);
    }
    if (operation.kind !== 'list') return expectProblem(response, 'not_found');
    const { items } = (await response.json()) as { items: { id: string }[] };
    const theirs = operation.list === 'tours' ? [other.tourId] : [];
    return expect(items.map(({ id }) => id)).toEqual(theirs);
  });

  test('says when the rate limit is reached, and when to retry', async () => {
    const { key: exhausted, id } = await createApiKey(db, stage.company);
    await db.query(
      `insert into private.rate_limit_buckets (key, tokens, counted_at) values ($1, 0, now() + interval '1 hour')`,
      [`api:${id}`],
    );
    const response = await ask(operation, { ...good(operation.id), by: exhausted });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(['ratelimit-remaining', 'ratelimit-reset'].map((name) => response.headers.get(name))).toEqual(['0', '60']);
    await expectProblem(response, 'rate_limited');
  });

  test.skipIf(isWritten(operation))('answers 304 to a known etag, and returns only the requested fields', async () => {
    if (operation.kind === 'write' || operation.kind === 'push') return;
    const valid = good(operation.id);
    const first = await ask(operation, valid);
    const tag = first.headers.get('etag')!;
    const unchanged = await ask(operation, { ...valid, headers: { 'If-None-Match': `"x", W/${tag}` } });
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([304, '', tag]);
    const [name] = Object.keys(operation.item.entries);
    const sparse = (await (await ask(operation, { ...valid, query: { ...valid.query, fields: name! } })).json()) as {
      items: object[];
    };
    expect(Object.keys(operation.kind === 'one' ? sparse : sparse.items[0]!)).toEqual([name]);
  });
});

describe('writing', () => {
  test('an idempotency key makes a repeat harmless, and is refused for another request', async () => {
    const headers = { 'Idempotency-Key': 'order-4711' };
    const { body } = good('hold_booking');
    const [first, second] = [
      await call('POST', '/bookings', { body, headers }),
      await call('POST', '/bookings', { body, headers }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    const booking = (await first.json()) as { booking_id: string };
    expect(await second.json()).toEqual(booking);
    await expectProblem(await call('POST', '/bookings', { body: { ...body, note: 'x' }, headers }), 'id_reused');
    const history = await db.query(
      `select after ->> 'api_key' as by, user_id from public.audit_events where subject_id = $1`,
      [booking.booking_id],
    );
    expect(history).toEqual([{ by: expect.stringMatching(/^Website …[0-9a-f]{4}$/), user_id: null }]);
    expect(await db.query('select source from public.bookings where id = $1', [booking.booking_id])).toEqual([
      { source: 'api' },
    ]);
    expect(JSON.stringify(booking)).not.toContain('token');
  });

  test('refusals of the engine are problems with its code and details', async () => {
    const small = await makeDeparture(db, stage.company, { localDate: DAY, capacity: 1 });
    const { body } = good('hold_booking');
    const problem = await expectProblem(
      await call('POST', '/bookings', { body: { ...body, departure_id: small } }),
      'sold_out',
    );
    expect(problem).toMatchObject({ left: 1, next: expect.any(Array) });
    const stale = await expectProblem(
      await call('PATCH', `/bookings/${scene.booking}`, { body: { version: 7, note: 'x' } }),
      'stale',
    );
    // The key has no scope for guests.
    expect(JSON.stringify(stale)).not.toContain('Anna');
    await expectProblem(await call('POST', `/bookings/${scene.held}/cancel`, { body: {} }), 'wrong_state');
  });

  test('does not move a booking to another company’s departure', async () => {
    const theirs = await makeDeparture(db, other, { localDate: DAY, capacity: 20 });
    await expectProblem(
      await call('POST', `/bookings/${scene.booking}/move`, { body: { departure_id: theirs } }),
      'not_found',
    );
    const [stays] = await db.query('select departure_id from public.bookings where id = $1', [scene.booking]);
    expect(stays).toEqual({ departure_id: scene.departure });
  });
});

describe('reading', () => {
  test('pages through a list once; later changes follow its cursor', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    const next = async () => {
      const page = (await (await call('GET', `/bookings?limit=2${cursor ? `&cursor=${cursor}` : ''}`)).json()) as {
        items: { id: string }[];
        cursor: string;
        has_more: boolean;
      };
      cursor = page.cursor;
      return page;
    };
    for (;;) {
      const page = await next();
      seen.push(...page.items.map(({ id }) => id));
      if (!page.has_more) break;
    }
    const [all] = await db.query<{ n: number }>(
      'select count(*)::int as n from public.bookings where company_id = $1',
      [stage.company.id],
    );
    expect([seen.length, new Set(seen).size]).toEqual([all!.n, all!.n]);
    expect((await next()).items).toEqual([]);
    await call('PATCH', `/bookings/${scene.held}`, { body: { version: 1, note: 'Later' } });
    expect((await next()).items.map(({ id }) => id)).toEqual([scene.held]);
  });

  test('returns guest names only to keys with the guests:read scope', async () => {
    const { key: numbers } = await createApiKey(db, stage.company, { scopes: ['bookings_read'] });
    const [allowed, masked] = [
      await call('GET', `/bookings/${scene.booking}`),
      await call('GET', `/bookings/${scene.booking}`, { by: numbers }),
    ];
    expect(await allowed.json()).toMatchObject({ contact: { name: 'Anna Holm' } });
    expect(await masked.json()).toMatchObject({ contact: null, note: null });
  });

  test('limits a range to a year, and rejects a cursor of another list', async () => {
    await expectProblem(await call('GET', '/departures?from=2035-01-01&until=2036-01-03'), 'invalid');
    const { cursor } = (await (await call('GET', '/tours')).json()) as { cursor: string };
    await expectProblem(
      await call('GET', `/departures?from=${DAY}&until=${DAY}&cursor=${btoa('{"day":"x","at":"y","id":"z"}')}`),
      'invalid',
    );
    expect((await call('GET', `/tours?cursor=${cursor}`)).status).toBe(200);
  });
});

describe('a test key', () => {
  test('reads and books its test tour only, and nothing once that is live', async () => {
    const seller = await makeCompany(db);
    const sold = await makeDeparture(db, seller, { localDate: DAY, capacity: 20 });
    const tour = randomUUID();
    const category = randomUUID();
    await db.query(
      `insert into public.tours (id, company_id, slug, duration_minutes, capacity) values ($1, $2, 'test-tour', 60, 10)`,
      [tour, seller.id],
    );
    await db.query(
      `insert into public.price_categories (id, tour_id, company_id, type, amount) values ($1, $2, $3, 'ADULT', 100)`,
      [category, tour, seller.id],
    );
    const mine = await makeDeparture(db, { ...seller, tourId: tour }, { localDate: DAY, capacity: 10 });
    const { key: by } = await createApiKey(db, seller, { testTour: tour });
    const ids = async (path: string, name: string) =>
      ((await (await call('GET', path, { by })).json()) as { items: Record<string, string>[] }).items.map(
        (item) => item[name],
      );
    const span = `from=${DAY}&until=${DAY}`;
    expect([
      await ids('/tours', 'id'),
      await ids(`/departures?${span}`, 'id'),
      await ids(`/availability?${span}`, 'departure_id'),
    ]).toEqual([[tour], [mine], [mine]]);
    const guests = [{ price_category_id: category }];
    const booked = await call('POST', '/bookings', {
      by,
      body: { departure_id: mine, guests, state: 'CONFIRMED', contact: { name: 'Test' } },
    });
    const { booking_id: booking } = (await booked.json()) as { booking_id: string };
    await expectProblem(
      await call('POST', '/bookings', {
        by,
        body: { departure_id: sold, guests: [{ price_category_id: seller.priceCategoryId }] },
      }),
      'not_found',
    );
    await expectProblem(
      await call('POST', `/bookings/${booking}/move`, { by, body: { departure_id: sold } }),
      'not_found',
    );
    expect(await ids('/bookings', 'id')).toEqual([booking]);
    await db.query(`update public.tours set status = 'live' where id = $1`, [tour]);
    await expectProblem(await call('GET', '/tours', { by }), 'no_test_tour');
  });
});

describe('around the operations', () => {
  test('the description is valid OpenAPI 3.1 and contains every operation', async () => {
    const response = await call('GET', '/openapi.json', { by: null });
    const description = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
    const validator = new Validator();
    expect(await validator.validate(structuredClone(description))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    const ids = Object.values(description.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
  });

  test('answers unknown paths and methods, and allows every origin', async () => {
    await expectProblem(await call('GET', '/'), 'not_found');
    await expectProblem(await call('GET', '/secrets'), 'not_found');
    const wrong = await call('POST', '/tours', { body: {} });
    expect(wrong.headers.get('allow')).toBe('GET, OPTIONS');
    await expectProblem(wrong, 'wrong_method');
    const preflight = await call('OPTIONS', '/bookings', { by: null });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('authorization'),
    ]);
    expect((await call('GET', '/tours')).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('a database failure is a problem as well', async () => {
    const request = new Request('http://127.0.0.1/api/tours', { headers: { Authorization: `Bearer ${key}` } });
    const responseTo = (failure: Error) =>
      api(request.clone(), fakePorts({ database: { call: async () => Promise.reject(failure) } }));
    const down = await responseTo(new DatabaseFailure('no'));
    expect(down.headers.get('retry-after')).toBe('5');
    await expectProblem(down, 'unavailable');
    await expectProblem(await responseTo(new Error('no')), 'failed');
  });
});

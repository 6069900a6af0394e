/**
 * OCTO against its specification: every operation, with each kind of key, valid and invalid input, and another
 * company's ids (ADR 066).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '../../supabase/functions/api/handler.ts';
import type { OctoOperation } from '../../supabase/functions/api/octo/operation.ts';
import { OPERATIONS } from '../../supabase/functions/api/octo/operations.ts';
import { DatabaseFailure } from '../../supabase/functions/_shared/ports.ts';
import { ALL_SCOPES, createApiKey } from '../support/api-keys.ts';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';
import { HALF, hostileValues, leavesOf, NUL, withLeaf } from './hostile-values.ts';
import { keysOfEachRole } from './key-roles.ts';
import { publishedErrorFaultsOf, publishedFaultsOf } from './octo-published.ts';
import { faultsOf } from './octo-shapes.ts';

let db: Database;
let stage: Stage;
let other: Company;
let key: string;
let keyId: string;
let otherKey: string;
let scene: { departure: string; second: string; held: string; confirmed: string; reference: string; webhook: string };

beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
  other = await makeCompany(db);
  ({ key, id: keyId } = await createApiKey(db, stage.company));
  ({ key: otherKey } = await createApiKey(db, other));
});
afterAll(() => db?.close());

const DAY = '2035-07-01';
type Json = Record<string, unknown>;
interface CallOptions {
  by?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

function call(method: string, path: string, { by = key, body, headers = {} }: CallOptions = {}): Promise<Response> {
  return api(
    new Request(`http://127.0.0.1/functions/v1/api/octo${path}`, {
      method,
      headers: { ...(by === null ? {} : { Authorization: `Bearer ${by}` }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
    fakePorts({ database: serviceDatabase(db) }),
  );
}
const json = async (response: Promise<Response> | Response) => (await (await response).json()) as Json;

const adult = () => ({ unitId: stage.categories.ADULT });
const bookingBody = (departure = scene.departure) => ({
  productId: stage.company.tourId,
  optionId: 'DEFAULT',
  availabilityId: departure,
  unitItems: [adult(), { unitId: stage.categories.CHILD, contact: { fullName: 'Bo' } }],
});
const reserve = (more: Json = {}) => json(call('POST', '/bookings', { body: { ...bookingBody(), ...more } }));
const SUBSCRIPTION = { event: 'booking_update', url: 'https://reseller.example.com/octo' };
const CONTACT = { contact: { firstName: 'Anna', lastName: 'Holm', emailAddress: 'anna@holm.test', country: 'dk' } };

/** Returns a hash of everything in the scene that a test may have changed. */
async function sceneState(): Promise<string> {
  const [row] = await db.query<{ state: string }>(
    `select md5(string_agg(line, '|' order by line)) as state from (
       select d::text as line from public.departures as d where id = any ($1)
       union all select b::text from public.bookings as b where departure_id = any ($1)
       union all select g::text from public.guests as g where departure_id = any ($1)
       union all select w::text from private.webhook_endpoints as w where company_id = $2) as lines`,
    [[scene.departure, scene.second], stage.company.id],
  );
  return row!.state;
}
let untouched: string | null = null;

beforeEach(async () => {
  await db.exec('delete from private.rate_limit_buckets');
  await db.query('delete from private.api_keys where company_id = $1 and id <> $2', [stage.company.id, keyId]);
  // Most tests are refused and change nothing; then the scene is reused.
  if (untouched !== null && untouched === (await sceneState())) return;
  const [departure, second] = [
    await makeDeparture(db, stage.company, { localDate: DAY, capacity: 20 }),
    await makeDeparture(db, stage.company, { localDate: DAY, capacity: 20 }),
  ];
  scene = { departure, second } as typeof scene;
  const [held, confirmed] = [await reserve(), await reserve({ resellerReference: randomUUID() })];
  await call('POST', `/bookings/${confirmed['uuid']}/confirm`, { body: CONTACT });
  scene = {
    departure,
    second,
    held: String(held['uuid']),
    confirmed: String(confirmed['uuid']),
    reference: String(confirmed['resellerReference']),
    webhook: String((await json(call('POST', '/webhooks', { body: SUBSCRIPTION })))['id']),
  };
  untouched = await sceneState();
});

/** Returns a valid request for an operation. */
function good(id: string): { at?: string; query?: string; body?: Json } {
  const known: Record<string, ReturnType<typeof good>> = {
    product: { at: stage.company.tourId },
    availability: {
      body: { productId: stage.company.tourId, optionId: 'DEFAULT', localDateStart: DAY, localDateEnd: DAY },
    },
    calendar: {
      body: { productId: stage.company.tourId, optionId: 'DEFAULT', localDateStart: DAY, localDateEnd: DAY },
    },
    reserve: { body: { ...bookingBody(), uuid: randomUUID() } },
    bookings: { query: `?resellerReference=${scene.reference}` },
    booking: { at: scene.held },
    change: { at: scene.confirmed, body: { notes: 'By the sea' } },
    extend: { at: scene.held, body: { expirationMinutes: 60 } },
    confirm: { at: scene.held, body: CONTACT },
    cancel: { at: scene.confirmed, body: { reason: 'Rain' } },
    subscribe: { body: SUBSCRIPTION },
    unsubscribe: { at: scene.webhook },
  };
  return known[id] ?? {};
}
const UUID = /^[0-9a-f-]{36}$/;
/** Returns a valid request with every optional field of a booking. */
function full(id: string): ReturnType<typeof good> {
  const { body, ...request } = good(id);
  const details = {
    notes: 'By the sea',
    resellerReference: 'R-1',
    contact: { ...CONTACT.contact, phoneNumber: '1', locales: ['da'] },
  };
  const more: Record<string, Json> = {
    availability: { units: [{ id: stage.categories.ADULT, quantity: 2 }], currency: 'DKK' },
    reserve: {
      ...details,
      expirationMinutes: 20,
      unitItems: [{ ...adult(), uuid: randomUUID(), contact: { fullName: 'Bo' } }],
    },
    change: { ...details, availabilityId: scene.second, productId: stage.company.tourId, unitItems: [adult()] },
    confirm: { ...details, emailReceipt: false },
    cancel: { force: false },
    subscribe: { headers: { Authorization: 'Bearer x' }, retryOnError: true, useContactLanguage: true },
  };
  return { ...request, ...(body ? { body: { ...body, ...more[id] } } : {}) };
}
const callOperation = (operation: OctoOperation, request: ReturnType<typeof good> & CallOptions = good(operation.id)) =>
  call(operation.method, operation.path.replace(':at', request.at ?? '') + (request.query ?? ''), request);

async function expectProblem(response: Response, error: string, status = 400) {
  const reply = await json(response);
  expect({ ...reply, status: response.status }).toMatchObject({ error, status, errorMessage: expect.any(String) });
  expect(publishedErrorFaultsOf(reply)).toEqual([]);
  return reply;
}

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  test('succeeds with responses in the published shapes, with and without capabilities', async () => {
    for (const headers of [
      {} as Record<string, string>,
      { 'Octo-Capabilities': 'octo/content, octo/cart,octo/pricing, octo/questions' },
    ]) {
      if (operation.id === 'unsubscribe') await call('POST', '/webhooks', { body: SUBSCRIPTION });
      const [{ id }] = (await json(call('GET', '/webhooks'))) as unknown as [{ id: string }];
      scene.webhook = id;
      const response = await callOperation(operation, { ...good(operation.id), headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('ratelimit-limit')).toBe('300');
      const isPlain = Object.keys(headers).length === 0;
      const capabilities = isPlain ? [] : ['octo/pricing', 'octo/content', 'octo/questions'];
      expect(response.headers.get('octo-capabilities')).toBe(capabilities.join(', '));
      const reply: unknown = await response.json();
      expect(faultsOf(operation.id, reply, capabilities)).toEqual([]);
      expect(publishedFaultsOf(operation.id, reply)).toEqual([]);
    }
  });

  test('refuses a missing key, an unknown key, and one without its scope', async () => {
    await expectProblem(await callOperation(operation, { ...good(operation.id), by: null }), 'UNAUTHORIZED', 401);
    const nobody = `muster_live_${'0'.repeat(64)}`;
    await expectProblem(await callOperation(operation, { ...good(operation.id), by: nobody }), 'UNAUTHORIZED', 401);
    const { key: lesser } = await createApiKey(db, stage.company, {
      scopes: ALL_SCOPES.filter((scope) => scope !== operation.scope),
    });
    await expectProblem(await callOperation(operation, { ...good(operation.id), by: lesser }), 'FORBIDDEN', 403);
    // Subscribing also needs the scope of the event, and only the subscriber can unsubscribe.
    const scopes = operation.id === 'subscribe' ? [operation.scope, 'bookings_read' as const] : [operation.scope];
    const { key: only } = await createApiKey(db, stage.company, { scopes });
    if (operation.id === 'unsubscribe') return;
    expect((await callOperation(operation, { ...good(operation.id), by: only })).status).toBe(200);
  });

  test('accepts each kind of key or refuses it with its own error', async () => {
    for (const { role, key: by, address, refused } of await keysOfEachRole(db, stage.company)) {
      const headers: Record<string, string> = address ? { 'cf-connecting-ip': address } : {};
      const response = await callOperation(operation, { ...good(operation.id), by, headers });
      const { error } = (await response.json()) as { error?: string };
      if (refused) expect([role, error]).toEqual([role, refused === 'unknown_key' ? 'UNAUTHORIZED' : 'FORBIDDEN']);
      else expect(['UNAUTHORIZED', 'FORBIDDEN'], role).not.toContain(error);
    }
  });

  test('rejects hostile values and foreign ids in every place', async () => {
    const foreign = await makeDeparture(db, other, { localDate: DAY });
    const rows = () => db.query('select * from public.bookings where company_id = $1', [other.id]);
    const before = await rows();
    const { body = {}, ...request } = full(operation.id);
    const ids = [other.tourId, other.priceCategoryId, foreign, other.id];
    for (const { path, leaf } of leavesOf(body)) {
      await db.exec('delete from private.rate_limit_buckets');
      for (const hostile of [...hostileValues(), ...(UUID.test(String(leaf)) ? ids : [])]) {
        const response = await callOperation(operation, { ...request, body: withLeaf(body, path, hostile) as Json });
        const reply = await json(response.clone());
        const what = `${path.join('.')} ${JSON.stringify(hostile)?.slice(0, 40)}: ${JSON.stringify(reply)}`;
        expect(response.status, what).toBeLessThan(500);
        if (!response.ok) expect(publishedErrorFaultsOf(reply), what).toEqual([]);
        if (hostile === NUL || hostile === HALF)
          expect(String(reply['error']), what).toMatch(/^(BAD_REQUEST|INVALID_\w+)$/);
        for (const id of ids) if (id !== hostile) expect(JSON.stringify(reply), what).not.toContain(id);
      }
    }
    if (operation.id === 'bookings')
      await expectProblem(await callOperation(operation, { query: '?resellerReference=%00' }), 'BAD_REQUEST');
    expect(await rows()).toEqual(before);
  });

  test('reveals nothing of another company', async () => {
    const response = await callOperation(operation, { ...good(operation.id), by: otherKey });
    const reply = JSON.stringify(await response.clone().json());
    const ids: string[] = [stage.company.id, scene.held, scene.confirmed, scene.departure, scene.webhook];
    const isList = operation.method === 'GET' && !operation.path.includes(':at');
    const error = operation.path.startsWith('/bookings/') ? 'INVALID_BOOKING_UUID' : 'INVALID_PRODUCT_ID';
    if (operation.id === 'unsubscribe') await expectProblem(response, 'NOT_FOUND', 404);
    // Creates a subscription of its own.
    else if (operation.id === 'subscribe') expect(reply).not.toContain(scene.webhook);
    else if (!isList) await expectProblem(response, error);
    // An error may repeat the wrong id; a list contains none of them.
    expect(isList ? ids.filter((id) => reply.includes(id)) : []).toEqual([]);
  });

  test('rejects invalid input and writes nothing', async () => {
    const readRows = () => db.query('select id, version, departure_id, status from public.bookings order by id');
    const before = await readRows();
    const valid = good(operation.id);
    const errors = ['BAD_REQUEST', /^INVALID_/];
    if (operation.method === 'GET') {
      if (operation.id === 'bookings')
        for (const query of ['', '?resellerReference=', `?supplierReference=${'x'.repeat(300)}`])
          await expectProblem(await callOperation(operation, { query }), 'BAD_REQUEST');
    } else {
      for (const body of ['[]', 'null', '{', 'x'.repeat(70_000)])
        await expectProblem(await callOperation(operation, { ...valid, body: body as never }), 'BAD_REQUEST');
      for (const name of Object.keys(valid.body ?? {}))
        for (const wrong of [true, -7, 'ø'.repeat(6000)]) {
          const reply = await json(callOperation(operation, { ...valid, body: { ...valid.body, [name]: wrong } }));
          expect(
            errors.some((error) => String(reply['error']).match(error)),
            `${name}: ${JSON.stringify(reply)}`,
          ).toBe(true);
        }
    }
    if (operation.path.includes(':at'))
      for (const at of [randomUUID(), 'x', '%00'])
        await (operation.id === 'unsubscribe'
          ? expectProblem(await callOperation(operation, { ...valid, at }), 'NOT_FOUND', 404)
          : expectProblem(
              await callOperation(operation, { ...valid, at }),
              operation.id === 'product' ? 'INVALID_PRODUCT_ID' : 'INVALID_BOOKING_UUID',
            ));
    expect(await readRows()).toEqual(before);
  });

  test('says when the rate limit is reached, and when to retry', async () => {
    const { key: exhausted, id } = await createApiKey(db, stage.company);
    await db.query(
      `insert into private.rate_limit_buckets (key, tokens, counted_at) values ($1, 0, now() + interval '1 hour')`,
      [`api:${id}`],
    );
    const response = await callOperation(operation, { ...good(operation.id), by: exhausted });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('ratelimit-remaining')).toBe('0');
    await expectProblem(response, 'TOO_MANY_REQUESTS', 429);
  });
});

describe('booking', () => {
  test('repeats of one uuid make one booking; another request under it is refused', async () => {
    const body = { ...bookingBody(), uuid: randomUUID(), resellerReference: 'V-1' };
    const [first, second] = [
      await json(call('POST', '/bookings', { body })),
      await json(call('POST', '/bookings', { body })),
    ];
    expect(second).toEqual(first);
    expect(first).toMatchObject({ uuid: body.uuid, status: 'ON_HOLD', resellerReference: 'V-1', testMode: false });
    const reply = await expectProblem(
      await call('POST', '/bookings', { body: { ...body, notes: 'x' } }),
      'INVALID_BOOKING_UUID',
    );
    expect(reply['uuid']).toBe(body.uuid);
  });

  test('confirming returns tickets, is idempotent, and is logged under the key’s name', async () => {
    const body = { ...CONTACT, resellerReference: 'V-2' };
    const confirm = () => json(call('POST', `/bookings/${scene.held}/confirm`, { body }));
    const reply = await confirm();
    expect(reply).toMatchObject({
      status: 'CONFIRMED',
      cancellable: true,
      resellerReference: 'V-2',
      contact: { fullName: 'Anna Holm', country: 'DK' },
      unitItems: [
        { unitId: stage.categories.ADULT, ticket: { deliveryOptions: [{ deliveryFormat: 'QRCODE' }] } },
        { unitId: stage.categories.CHILD, contact: { fullName: 'Bo' } },
      ],
    });
    expect(await confirm()).toEqual(reply);
    const [row] = await db.query<{ by: string; source: string; mails: number }>(
      `select (select after ->> 'api_key' from public.audit_events where subject_id = b.id limit 1) as by, source,
        (select count(*)::int from private.outbox_messages as m where m.booking_id = b.id) as mails
       from public.bookings as b where id = $1`,
      [reply['id']],
    );
    // The reseller mails its own guest, unless it asks for our mail.
    expect(row).toEqual({ by: expect.stringMatching(/^Website …/), source: 'api', mails: 0 });
  });

  test('a change keeps the listed unit items, removes the others and adds new ones', async () => {
    const uuid = randomUUID();
    const [firstUuid, secondUuid] = [randomUUID(), randomUUID()];
    const items = [
      { uuid: firstUuid, unitId: stage.categories.ADULT, resellerReference: 'A' },
      { uuid: secondUuid, unitId: stage.categories.ADULT, resellerReference: 'B' },
    ];
    const made = await reserve({ uuid, unitItems: items });
    const codes = (reply: Json) =>
      (reply['unitItems'] as Json[]).map((item) => [
        item['uuid'],
        item['resellerReference'],
        item['supplierReference'],
      ]);
    const [, second] = codes(made);
    const three = randomUUID();
    const unitItems = [items[1], { uuid: three, unitId: stage.categories.CHILD, resellerReference: 'C' }];
    const reply = await json(call('PATCH', `/bookings/${uuid}`, { body: { unitItems } }));
    expect(codes(reply)).toEqual([second, [three, 'C', expect.any(String)]]);
  });

  test('a change is applied completely or not at all', async () => {
    const small = await makeDeparture(db, stage.company, { localDate: DAY, capacity: 2 });
    const body = { availabilityId: small, unitItems: [adult(), adult(), adult()], notes: 'x' };
    await expectProblem(await call('PATCH', `/bookings/${scene.confirmed}`, { body }), 'UNPROCESSABLE_ENTITY');
    expect(await json(call('GET', `/bookings/${scene.confirmed}`))).toMatchObject({
      availabilityId: scene.departure,
      notes: null,
      unitItems: [{}, {}],
    });
  });

  test('each kind of wrong id has its own error', async () => {
    const tries: [Json, string][] = [
      [{ productId: other.tourId }, 'INVALID_PRODUCT_ID'],
      [{ optionId: 'x' }, 'INVALID_OPTION_ID'],
      [{ availabilityId: randomUUID() }, 'INVALID_AVAILABILITY_ID'],
      [{ availabilityId: await makeDeparture(db, other, { localDate: DAY }) }, 'INVALID_AVAILABILITY_ID'],
      [{ unitItems: [{ unitId: other.priceCategoryId }] }, 'INVALID_UNIT_ID'],
      [{ unitItems: [] }, 'BAD_REQUEST'],
      [{ uuid: 'x' }, 'INVALID_BOOKING_UUID'],
      [{ unitItems: Array.from({ length: 30 }, adult) }, 'UNPROCESSABLE_ENTITY'],
    ];
    for (const [more, error] of tries) {
      const reply = await json(call('POST', '/bookings', { body: { ...bookingBody(), ...more } }));
      expect(reply['error'], JSON.stringify(more)).toBe(error);
    }
  });

  test('past the cut-offs nothing is booked or cancelled, although the office could', async () => {
    await db.query('update public.tours set booking_cut_off_minutes = 5000000 where id = $1', [stage.company.tourId]);
    try {
      await expectProblem(await call('POST', '/bookings', { body: bookingBody() }), 'UNPROCESSABLE_ENTITY');
    } finally {
      await db.query('update public.tours set booking_cut_off_minutes = 0 where id = $1', [stage.company.tourId]);
    }
    await db.query(
      `update public.bookings set policy_snapshot = '{"cancellation_cut_off_hours": 200000}'
       where id = (select booking_id from private.octo_bookings where uuid = $1)`,
      [scene.confirmed],
    );
    expect(await json(call('GET', `/bookings/${scene.confirmed}`))).toMatchObject({ cancellable: false });
    await expectProblem(
      await call('POST', `/bookings/${scene.confirmed}/cancel`, { body: { force: true } }),
      'UNPROCESSABLE_ENTITY',
    );
  });

  test('erasure removes guests and the reason that a reseller gave', async () => {
    const reason = 'Anna is ill';
    await call('POST', `/bookings/${scene.confirmed}/cancel`, { body: { reason } });
    const find = () => db.query('select cancel_reason from private.octo_bookings where uuid = $1', [scene.confirmed]);
    expect(await find()).toEqual([{ cancel_reason: reason }]);
    await db.query('select private.erase_guests_of_departures(array[$1]::uuid[])', [scene.departure]);
    expect(await find()).toEqual([{ cancel_reason: null }]);
  });

  test('returns guest names only to keys with the guests:read scope', async () => {
    const { key: numbers } = await createApiKey(db, stage.company, { scopes: ['bookings_read'] });
    const reply = JSON.stringify(await json(call('GET', `/bookings/${scene.confirmed}`, { by: numbers })));
    for (const secret of ['Anna', 'anna@holm.test', '"Bo"', 'deliveryValue']) expect(reply).not.toContain(secret);
  });
});

describe('availability', () => {
  const availability = (more: Json, headers: Record<string, string> = {}) =>
    call('POST', '/availability', {
      body: { productId: stage.company.tourId, optionId: 'DEFAULT', ...more },
      headers,
    });

  test('by ids has local times, and is open only for as many as fit', async () => {
    const units = (quantity: number) => [{ id: stage.categories.FAMILY, quantity }];
    const find = async (quantity: number) =>
      ((await json(availability({ availabilityIds: [scene.second], units: units(quantity) }))) as unknown as Json[])[0];
    expect(await find(5)).toMatchObject({
      id: scene.second,
      localDateTimeStart: expect.stringMatching(/^2035-07-01T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
      available: true,
      status: 'AVAILABLE',
      vacancies: 20,
    });
    expect(await find(6)).toMatchObject({ available: false });
    const stranger = [{ id: other.priceCategoryId, quantity: 1 }];
    await expectProblem(await availability({ localDate: DAY, units: stranger }), 'INVALID_UNIT_ID');
  });

  test('accepts one range, one day or ids, of at most a year', async () => {
    const wrong: Json[] = [
      {},
      { localDate: DAY, availabilityIds: [scene.second] },
      { localDateStart: DAY },
      { localDateStart: DAY, localDateEnd: '2037-01-01' },
      { localDateStart: DAY, localDateEnd: '2035-06-30' },
    ];
    for (const body of wrong)
      expect((await json(availability(body)))['error'], JSON.stringify(body)).toBe('BAD_REQUEST');
  });

  test('has prices in the company’s currency for the requested units', async () => {
    const pricing = { 'Octo-Capabilities': 'octo/pricing' };
    const units = [
      { id: stage.categories.ADULT, quantity: 2 },
      { id: stage.categories.CHILD, quantity: 1 },
    ];
    const [slot] = (await json(availability({ availabilityIds: [scene.second], units }, pricing))) as unknown as Json[];
    expect(slot!['pricing']).toMatchObject({ retail: 12_500, currency: 'DKK', currencyPrecision: 2, net: null });
    await expectProblem(await availability({ localDate: DAY, currency: 'USD' }, pricing), 'UNPROCESSABLE_ENTITY');
  });
});

describe('around the operations', () => {
  test('texts are in the requested language if they exist in it', async () => {
    await db.query(
      `insert into public.tour_translations (tour_id, locale, title) values ($1, 'da', 'Havnetur'), ($1, 'it', 'Giro del porto')
       on conflict (tour_id, locale) do update set title = excluded.title`,
      [stage.company.tourId],
    );
    const titleIn = async (wish: string) => {
      const headers = { 'Octo-Capabilities': 'octo/content', 'Accept-Language': wish };
      const response = await call('GET', `/products/${stage.company.tourId}`, { headers });
      return [response.headers.get('content-language'), (await json(response))['title']];
    };
    expect(await titleIn('fr, it;q=0.4, da-DK;q=0.8')).toEqual(['da', 'Havnetur']);
    expect(await titleIn('it')).toEqual(['it', 'Giro del porto']);
  });

  test('accepts a trailing slash, and refuses unknown paths and methods', async () => {
    expect((await call('GET', '/products/')).status).toBe(200);
    await expectProblem(await call('GET', '/secrets'), 'NOT_FOUND', 404);
    const wrong = await call('PUT', '/bookings', { body: {} });
    expect(wrong.headers.get('allow')).toBe('POST, GET, OPTIONS');
    await expectProblem(wrong, 'METHOD_NOT_ALLOWED', 405);
  });

  test('a test key sells its test tour only', async () => {
    const copy = randomUUID();
    await db.rpc(stage.company.people.owner, 'duplicate_tour', { tour: stage.company.tourId, copy });
    const { key: by } = await createApiKey(db, stage.company, { testTour: copy });
    const availabilityId = await makeDeparture(db, { ...stage.company, tourId: copy }, { localDate: DAY, capacity: 5 });
    const [adults] = await db.query<{ id: string }>(
      `select id from public.price_categories where tour_id = $1 and type = 'ADULT'`,
      [copy],
    );
    const body = { productId: copy, optionId: 'DEFAULT', availabilityId, unitItems: [{ unitId: adults!.id }] };
    expect(await json(call('POST', '/bookings', { by, body }))).toMatchObject({ testMode: true, status: 'ON_HOLD' });
    // Live tours are out of its reach.
    await expectProblem(await call('POST', '/bookings', { by, body: bookingBody() }), 'INVALID_PRODUCT_ID');
    await expectProblem(await call('GET', `/bookings/${scene.confirmed}`, { by }), 'INVALID_BOOKING_UUID');
    await expectProblem(
      await call('POST', `/bookings/${scene.confirmed}/cancel`, { by, body: {} }),
      'INVALID_BOOKING_UUID',
    );
    expect(((await json(call('GET', '/products', { by }))) as unknown as Json[]).map(({ id }) => id)).toEqual([copy]);
    await db.query(`update public.tours set status = 'live' where id = $1`, [copy]);
    await expectProblem(await call('GET', '/products', { by }), 'FORBIDDEN', 403);
    await db.query(`update public.tours set status = 'archived' where id = $1`, [copy]);
  });

  test('a database failure is an error as well', async () => {
    const request = new Request('http://127.0.0.1/api/octo/products', { headers: { Authorization: `Bearer ${key}` } });
    const responseTo = (failure: Error) =>
      api(request.clone(), fakePorts({ database: { call: async () => Promise.reject(failure) } }));
    const down = await responseTo(new DatabaseFailure('no'));
    expect(down.headers.get('retry-after')).toBe('5');
    await expectProblem(down, 'SERVICE_UNAVAILABLE', 503);
    await expectProblem(await responseTo(new Error('no')), 'INTERNAL_SERVER_ERROR', 500);
  });
});

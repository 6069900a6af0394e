/** The capability octo/webhooks: subscriptions, events and their end; delivered like all webhooks (ADR 066, 064). */
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '../../supabase/functions/api/handler.ts';
import type { WebhookAttempt, WebhookRequest } from '../../supabase/functions/_shared/ports.ts';
import { deliverWebhooks } from '../../supabase/functions/run-jobs/webhooks.ts';
import { ALL_SCOPES, createApiKey, newSecret, type KeyWishes } from '../support/api-keys.ts';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { makeCompany, makeDeparture, makeOrganisation } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';
import { faultsOf } from './octo-shapes.ts';

type Json = Record<string, unknown>;
interface Key {
  key: string;
  id: string;
}
const HOOK = { event: 'booking_update', url: 'https://reseller.example.com/octo' };
const TAKEN: WebhookAttempt = { status: 200, failure: null, response: 'thanks', durationMs: 1 };
const BUSY: WebhookAttempt = { status: 503, failure: 'status', response: 'busy', durationMs: 1 };

let db: Database;
let stage: Stage;
let key: Key;
let departure: string;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
});
afterAll(() => db?.close());
beforeEach(async () => {
  await db.exec(
    'delete from private.rate_limit_buckets; delete from private.webhook_endpoints; delete from private.api_keys',
  );
  key = await createApiKey(db, stage.company);
  departure = await makeDeparture(db, stage.company, { localDate: '2035-07-01', capacity: 20 });
});

const makeKey = (wishes: KeyWishes) => createApiKey(db, stage.company, wishes);
async function request(method: string, path: string, body?: Json, { by = key, capabilities = 'octo/webhooks' } = {}) {
  const response = await api(
    new Request(`http://127.0.0.1/api/octo${path}`, {
      method,
      headers: { Authorization: `Bearer ${by.key}`, 'Octo-Capabilities': capabilities },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    fakePorts({ database: serviceDatabase(db) }),
  );
  return (await response.json()) as Json;
}
const list = async (by = key) => (await request('GET', '/webhooks', undefined, { by })) as unknown as Json[];

/** Sends what is due and returns the requests. */
async function sendEvents(attempt: WebhookAttempt = TAKEN): Promise<(WebhookRequest & { content: Json })[]> {
  const requests: WebhookRequest[] = [];
  const webhooks = { send: async (request: WebhookRequest) => (requests.push(request), attempt) };
  await deliverWebhooks(fakePorts({ database: serviceDatabase(db), webhooks }));
  return requests.map((request) => ({ ...request, content: JSON.parse(request.body) as Json }));
}
const reserve = (by = key) =>
  request(
    'POST',
    '/bookings',
    {
      productId: stage.company.tourId,
      optionId: 'DEFAULT',
      availabilityId: departure,
      unitItems: [{ unitId: stage.categories.ADULT, contact: { fullName: 'Bo Lund' } }],
    },
    { by },
  );
const confirm = (booking: Json, by = key) =>
  request('POST', `/bookings/${String(booking['uuid'])}/confirm`, { contact: { fullName: 'Anna Holm' } }, { by });
const cancel = (booking: Json) => request('POST', `/bookings/${String(booking['uuid'])}/cancel`, { reason: 'Rain' });
const endpoint = async <T>(columns: string) =>
  (await db.query<T>(`select ${columns} from private.webhook_endpoints`))[0]!;

describe('subscribing', () => {
  test('returns, lists and deletes the subscription; a repeat updates it', async () => {
    const made = await request('POST', '/webhooks', HOOK, { capabilities: 'octo/webhooks, octo/pricing' });
    expect(made).toEqual({
      ...HOOK,
      id: expect.any(String),
      retryOnError: true,
      useContactLanguage: true,
      headers: {},
      capabilities: ['octo/pricing'],
    });
    const headers = { Authorization: 'Basic b2N0bw==' };
    const repeated = await request('POST', '/webhooks', { ...HOOK, headers, retryOnError: false });
    expect(repeated).toMatchObject({ id: made['id'], headers, retryOnError: false, capabilities: [] });
    expect(await list()).toEqual([repeated]);
    expect(await request('DELETE', `/webhooks/${String(made['id'])}`)).toEqual({});
    expect(await list()).toEqual([]);
    expect(await request('DELETE', `/webhooks/${String(made['id'])}`)).toMatchObject({ error: 'NOT_FOUND' });
  });

  test('needs the webhook scope and that of the event', async () => {
    const keyWithoutScope = (scope: string) =>
      makeKey({ scopes: ALL_SCOPES.filter((candidate) => candidate !== scope) });
    for (const [event, scope] of [
      ['booking_update', 'webhooks_write'],
      ['booking_update', 'bookings_read'],
      ['availability_update', 'departures_read'],
    ] as const)
      expect(
        await request('POST', '/webhooks', { ...HOOK, event }, { by: await keyWithoutScope(scope) }),
      ).toMatchObject({
        error: 'FORBIDDEN',
      });
    expect(await db.query('select id from private.webhook_endpoints')).toEqual([]);
  });

  test('accepts only public addresses, and no headers that are reserved or contain line breaks', async () => {
    for (const url of [
      'http://reseller.example.com/',
      'https://127.0.0.1/',
      'https://localhost/',
      'https://db.internal/',
    ])
      expect(await request('POST', '/webhooks', { ...HOOK, url }), url).toMatchObject({
        error: 'BAD_REQUEST',
        errorMessage: expect.stringContaining('public host name'),
      });
    for (const headers of [
      { 'Webhook-Signature': 'v1,x' },
      { Host: 'bank.example.com' },
      { 'Content-Length': '0' },
      { 'X-Id': 'a\r\nHost: bank.example.com' },
      { 'X Id': 'a' },
    ])
      expect(await request('POST', '/webhooks', { ...HOOK, headers }), JSON.stringify(headers)).toMatchObject({
        error: 'BAD_REQUEST',
      });
    expect(await list()).toEqual([]);
  });

  test('belongs to its key: other keys do not see it, but a rotated one takes it over', async () => {
    await request('POST', '/webhooks', HOOK);
    const stranger = await makeKey({});
    expect(await list(stranger)).toEqual([]);
    const [{ id }] = (await list()) as [{ id: string }];
    expect(await request('DELETE', `/webhooks/${id}`, undefined, { by: stranger })).toMatchObject({
      error: 'NOT_FOUND',
    });
    const next = { ...newSecret(), id: randomUUID() };
    await db.rpc(stage.company.people.owner, 'rotate_api_key', {
      company: stage.company.id,
      key_id: key.id,
      successor: next.id,
      input: { hash: next.hash, last_four: next.last_four, overlap_hours: 0 },
    });
    expect(await list(next)).toMatchObject([{ id }]);
    await confirm(await reserve(next), next);
    expect(await sendEvents()).toHaveLength(1);
  });
});

describe('events', () => {
  test('contain the booking as GET returns it, signed, in order, with the requested headers', async () => {
    const headers = { 'X-Octo': 'from Muster' };
    await request(
      'POST',
      '/webhooks',
      { ...HOOK, headers },
      { capabilities: 'octo/webhooks, octo/pricing, octo/questions' },
    );
    const held = await reserve();
    // A hold is already known to its maker.
    expect(await sendEvents()).toEqual([]);
    const capabilities = 'octo/pricing, octo/questions';
    await confirm(held);
    const path = `/bookings/${String(held['uuid'])}`;
    const then = await request('GET', path, undefined, { capabilities });
    await cancel(held);
    const [first, second, ...rest] = await sendEvents();
    expect(rest).toEqual([]);
    expect(first!.content['booking']).toEqual(then);
    expect(faultsOf('booking_update', first!.content, ['octo/pricing', 'octo/questions'])).toEqual([]);
    expect(second!.content['booking']).toMatchObject({ status: 'CANCELLED', cancellation: { reason: 'Rain' } });
    expect(first!).toMatchObject({ url: HOOK.url, headers });
    const { secret } = await endpoint<{ secret: string }>('secret');
    expect(() => new Webhook(secret).verify(first!.body, first!.headers)).not.toThrow();
  });

  test('cover resellers’ bookings only, with guest data only for keys with the scope', async () => {
    const numbers = await makeKey({ scopes: ['bookings_read', 'webhooks_write'] });
    await request('POST', '/webhooks', HOOK, { by: numbers });
    await confirm(await reserve());
    const [event] = await sendEvents();
    expect(event!.content['booking']).toMatchObject({ status: 'CONFIRMED', contact: { fullName: null } });
    for (const secret of ['Anna', 'Bo Lund', 'deliveryValue']) expect(event!.body).not.toContain(secret);
    // A booking by the office is not available over OCTO.
    const { office } = stage.company.people;
    const guests = [{ price_category_id: stage.categories.ADULT }];
    const booked = await db.rpc<{ booking_id: string }>(office, 'hold_booking', {
      request: randomUUID(),
      departure,
      booking: { guests },
    });
    const change = { contact: { name: 'Eva' } };
    const args = { request: randomUUID(), booking: booked.booking_id, change };
    expect(await db.rpc(office, 'confirm_booking', args)).toMatchObject({ status: 'ok' });
    expect(await sendEvents()).toEqual([]);
  });

  test('redeem a unit item when its guest is checked in, and the booking with the last', async () => {
    await request('POST', '/webhooks', HOOK);
    const body = {
      productId: stage.company.tourId,
      optionId: 'DEFAULT',
      availabilityId: departure,
      unitItems: [{ unitId: stage.categories.ADULT }, { unitId: stage.categories.ADULT }],
    };
    const { id } = await confirm(await request('POST', '/bookings', body));
    await sendEvents();
    const device = makeDevice();
    const guests = await db.query<{ id: string }>('select id from public.guests where booking_id = $1', [id]);
    const statuses = [];
    for (const guest of guests) {
      const of = { company: stage.company, departureId: departure, bookingId: String(id), guestId: guest.id };
      const actions = [device.action('check_in', { ...of, payload: { method: 'tap' } })];
      await db.rpc(stage.company.people.owner, 'check_in_push', { device: device.header(), actions });
      statuses.push(
        ...(await sendEvents()).map(
          (sentEvent) => sentEvent.content['booking'] as { status: string; unitItems: { status: string }[] },
        ),
      );
    }
    expect(statuses.map(({ status, unitItems }) => [status, unitItems.map((item) => item.status).toSorted()])).toEqual([
      ['CONFIRMED', ['CONFIRMED', 'REDEEMED']],
      ['REDEEMED', ['REDEEMED', 'REDEEMED']],
    ]);
  });

  test('report changed vacancies of a departure once per change', async () => {
    await request('POST', '/webhooks', { ...HOOK, event: 'availability_update' }, { capabilities: 'octo/pricing' });
    const held = await reserve();
    const [taken, ...more] = await sendEvents();
    expect(more).toEqual([]);
    expect(taken!.content).toMatchObject({
      productId: stage.company.tourId,
      optionId: 'DEFAULT',
      availability: { id: departure, vacancies: 19, status: 'AVAILABLE' },
    });
    expect(faultsOf('availability_update', taken!.content, ['octo/pricing'])).toEqual([]);
    const body = { productId: stage.company.tourId, optionId: 'DEFAULT', availabilityIds: [departure] };
    const [slot] = (await request('POST', '/availability', body, {
      capabilities: 'octo/pricing',
    })) as unknown as Json[];
    expect(taken!.content['availability']).toEqual(slot);
    const other = await makeDeparture(db, stage.company, { localDate: '2035-07-02', capacity: 9 });
    await request('PATCH', `/bookings/${String(held['uuid'])}`, { availabilityId: other });
    const moved = (await sendEvents()).map(
      ({ content }) => content['availability'] as { id: string; vacancies: number },
    );
    expect(Object.fromEntries(moved.map(({ id, vacancies }) => [id, vacancies]))).toEqual({
      [departure]: 20,
      [other]: 8,
    });
    await request('PATCH', `/bookings/${String(held['uuid'])}`, { notes: 'By bus' });
    expect(await sendEvents()).toEqual([]);
    await db.query('update public.departures set is_closed = true where id = $1', [other]);
    const [closed] = await sendEvents();
    expect(closed!.content['availability']).toMatchObject({
      id: other,
      available: false,
      status: 'CLOSED',
      vacancies: 0,
    });
  });

  test('report a change of allotments once for each departure of the tour', async () => {
    await request('POST', '/webhooks', { ...HOOK, event: 'availability_update' });
    const { id: organisation } = await makeOrganisation(db, [stage.company]);
    const [{ id: agreement }] = (await db.query<{ id: string }>(
      'select id from public.organisation_companies where organisation_id = $1',
      [organisation],
    )) as [{ id: string }];
    const tour = stage.company.tourId;
    const set = (seats: number | null, expected: number | null) => {
      const of = (number: number | null) => JSON.stringify(number ? [{ tour, seats: number, release_hours: 24 }] : []);
      return db.rpc(stage.company.people.owner, 'set_allotments', {
        agreement,
        allotments: of(seats),
        expected: of(expected),
      });
    };
    const past = await makeDeparture(db, stage.company, { localDate: '2020-07-01', capacity: 9 });
    const availabilities = async () =>
      (await sendEvents()).map((sentEvent) => sentEvent.content['availability'] as { id: string; vacancies: number });
    const readAvailability = async () => {
      const all = await availabilities();
      // Includes departures of earlier tests; each occurs once, and past ones never.
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all.map(({ id }) => id)).not.toContain(past);
      return all.find(({ id }) => id === departure)?.vacancies;
    };
    expect(await set(6, null)).toEqual({ status: 'ok' });
    expect(await readAvailability()).toBe(14);
    expect(await set(8, 6)).toEqual({ status: 'ok' });
    expect(await readAvailability()).toBe(12);
    // Repeating it changes nothing.
    expect(await set(8, 8)).toEqual({ status: 'ok' });
    expect(await availabilities()).toEqual([]);
    expect(await set(null, 8)).toEqual({ status: 'ok' });
    expect(await readAvailability()).toBe(20);
  });

  test('report a price change for the departures that it applies to', async () => {
    await request(
      'POST',
      '/webhooks',
      { ...HOOK, event: 'availability_update' },
      { capabilities: 'octo/webhooks, octo/pricing' },
    );
    const other = await makeDeparture(db, stage.company, { localDate: '2035-07-03', capacity: 9 });
    const price = stage.categories.ADULT;
    interface Slot {
      id: string;
      unitPricing: { unitId: string; retail: number }[];
    }
    const prices = async () => {
      const slots = (await sendEvents()).map((sentEvent) => sentEvent.content['availability'] as Slot);
      const of = (slot: Slot) => slot.unitPricing.find(({ unitId }) => unitId === price)?.retail;
      return new Map(slots.map((slot) => [slot.id, of(slot)]));
    };
    const [{ amount }] = (await db.query<{ amount: string }>(
      'select amount::text from public.price_categories where id = $1',
      [price],
    )) as [{ amount: string }];
    const write = (to: number) => db.query('update public.price_categories set amount = $2 where id = $1', [price, to]);
    await write(Number(amount) + 100);
    const all = await prices();
    expect([all.get(departure), all.get(other)]).toEqual([Number(amount) + 100, Number(amount) + 100]);
    // Writing the same price, or another order of prices, changes nothing.
    await db.query('update public.price_categories set amount = amount, position = position + 1 where id = $1', [
      price,
    ]);
    expect(await prices()).toEqual(new Map());
    const setPrice = (sql: string) => db.query(sql, [departure, price]);
    await setPrice(
      `insert into public.departure_prices (departure_id, price_category_id, amount) values ($1, $2, 777)`,
    );
    expect(await prices()).toEqual(new Map([[departure, 777]]));
    await setPrice(
      `update public.departure_prices set amount = 888 where departure_id = $1 and price_category_id = $2`,
    );
    expect(await prices()).toEqual(new Map([[departure, 888]]));
    await setPrice(`delete from public.departure_prices where departure_id = $1 and price_category_id = $2`);
    expect(await prices()).toEqual(new Map([[departure, Number(amount) + 100]]));
    await write(Number(amount));
  });

  test('retry with the same body unless retries are off', async () => {
    await request('POST', '/webhooks', HOOK);
    const held = await reserve();
    await confirm(held);
    const [first] = await sendEvents(BUSY);
    await cancel(held);
    await db.exec(`update private.webhook_deliveries set run_at = now()`);
    const [retried, after] = await sendEvents();
    expect(retried!.body).toBe(first!.body);
    expect(after!.content['booking']).toMatchObject({ status: 'CANCELLED' });
    await request('POST', '/webhooks', { ...HOOK, retryOnError: false });
    await confirm(await reserve());
    await sendEvents(BUSY);
    expect(
      await db.query(
        `select state from private.webhook_deliveries where finished_at is not null order by place desc limit 1`,
      ),
    ).toEqual([{ state: 'dead' }]);
  });

  test('reach a test key for its test tour only, and another company never', async () => {
    const other = await makeCompany(db);
    const copy = randomUUID();
    const owner = stage.company.people.owner;
    await db.rpc(owner, 'duplicate_tour', { tour: stage.company.tourId, copy });
    const testKey = await makeKey({ testTour: copy });
    for (const by of [testKey, await createApiKey(db, other)])
      for (const event of ['booking_update', 'availability_update'])
        await request('POST', '/webhooks', { ...HOOK, event }, { by });
    await confirm(await reserve());
    expect(await sendEvents()).toEqual([]);
    const within = await makeDeparture(
      db,
      { ...stage.company, tourId: copy },
      { localDate: '2035-07-01', capacity: 5 },
    );
    const [adult] = await db.query<{ id: string }>(
      `select id from public.price_categories where tour_id = $1 and type = 'ADULT'`,
      [copy],
    );
    const body = {
      productId: copy,
      optionId: 'DEFAULT',
      availabilityId: within,
      unitItems: [{ unitId: adult!.id }],
    };
    await confirm(await request('POST', '/bookings', body, { by: testKey }), testKey);
    const bodies = (await sendEvents()).map((sentEvent) => sentEvent.content);
    expect(bodies).toHaveLength(2);
    expect(bodies).toContainEqual(
      expect.objectContaining({ booking: expect.objectContaining({ testMode: true, status: 'CONFIRMED' }) }),
    );
    expect(bodies).toContainEqual(
      expect.objectContaining({ availability: expect.objectContaining({ id: within, vacancies: 4 }) }),
    );
  });
});

describe('ending', () => {
  test('a revoked key gets no more events, not even pending ones', async () => {
    await request('POST', '/webhooks', HOOK);
    await confirm(await reserve());
    await db.rpc(stage.company.people.owner, 'revoke_api_key', { company: stage.company.id, key_id: key.id });
    expect(await sendEvents()).toEqual([]);
    const { due } = (await db.query<{ due: boolean }>('select private.webhooks_due(now()) as due'))[0]!;
    expect(due).toBe(false);
  });

  test('the owner sees its key and switches it off and on, but cannot edit it', async () => {
    const made = await request('POST', '/webhooks', { ...HOOK, headers: { 'X-Secret': 'of the reseller' } });
    const owner = stage.company.people.owner;
    const read = () => db.rpc<{ endpoints: Json[] }>(owner, 'read_webhooks', { company: stage.company.id });
    const listed = await read();
    expect(listed.endpoints).toMatchObject([
      {
        id: made['id'],
        octo: 'booking_update',
        key: { name: expect.stringMatching(/^Website …/), is_live: true },
        state: 'active',
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain('of the reseller');
    const input = { url: 'https://elsewhere.example.com/', events: ['booking.created'] };
    // Nor can an own webhook subscribe to OCTO events.
    const seats = { ...input, events: ['availability.changed'] };
    const endpointArgs = { company: stage.company.id, endpoint: randomUUID(), version: 0 };
    expect(await db.rpc(owner, 'save_webhook', { ...endpointArgs, input: seats })).toEqual({ status: 'invalid' });
    expect(
      await db.rpc(owner, 'save_webhook', { company: stage.company.id, endpoint: made['id'], version: 1, input }),
    ).toEqual({ status: 'invalid' });
    const held = await reserve();
    await db.rpc(owner, 'switch_webhook', { endpoint: made['id'], is_on: false });
    await confirm(held);
    expect(await sendEvents()).toEqual([]);
    await db.rpc(owner, 'switch_webhook', { endpoint: made['id'], is_on: true });
    await cancel(held);
    expect(await sendEvents()).toHaveLength(1);
    // A test event contains no booking.
    await db.rpc(owner, 'test_webhook', { endpoint: made['id'] });
    expect((await sendEvents()).map((sentEvent) => sentEvent.content)).toEqual([{ webhook: made }]);
  });

  test('erasure removes guests from the log and from pending events', async () => {
    await request('POST', '/webhooks', HOOK);
    const held = await reserve();
    await confirm(held);
    const [event] = await sendEvents();
    const owner = stage.company.people.owner;
    const { id } = (await db.query<{ id: string }>('select id from private.webhook_deliveries'))[0]!;
    const readBody = async () =>
      (await db.rpc<{ body: string | null }>(owner, 'read_webhook_delivery', { delivery: id })).body;
    expect(JSON.parse((await readBody())!)).toEqual(event!.content);
    expect(event!.body).toContain('Bo Lund');
    await db.query('select private.erase_guests_of_departures(array[$1]::uuid[])', [departure]);
    expect(await readBody()).toBe(null);
    await db.rpc(owner, 'replay_webhook', { delivery: id });
    const [retried] = await sendEvents();
    expect(retried!.content['booking']).toMatchObject({ status: 'CONFIRMED', contact: { fullName: null } });
    for (const name of ['Bo Lund', 'Anna']) expect(retried!.body).not.toContain(name);
  });

  test('a key has at most twenty subscriptions, and the log names the key', async () => {
    for (let place = 0; place < 20; place += 1)
      await request('POST', '/webhooks', { ...HOOK, url: `https://reseller.example.com/${place}` });
    expect(await request('POST', '/webhooks', HOOK)).toMatchObject({ error: 'UNPROCESSABLE_ENTITY' });
    const [row] = await db.query<{ by: string; text: string }>(
      `select after ->> 'api_key' as by, after::text as text from public.audit_events where action = 'save_webhook' order by happened_at desc limit 1`,
    );
    expect(row!.by).toMatch(/^Website …/);
    // The path may be a secret.
    expect(row!.text).not.toContain('example.com/1');
  });
});

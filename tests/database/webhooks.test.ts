/**
 * Webhooks: each event of a company is delivered once, complete and in order, to receivers that asked for it (ADR 064).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Uuid } from '../../src/domain/ids.ts';
import {
  makeBooking,
  makeBookings,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  type Company,
} from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeDevice, type WireAction } from '../support/device-fixtures.ts';

let db: Database;
let company: Company;
let departure: Uuid;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
});
afterAll(() => db?.close());
beforeEach(async () => {
  await db.exec(
    'delete from private.webhook_endpoints; delete from private.webhook_events; delete from private.rate_limit_buckets',
  );
  departure = await makeDeparture(db, company, { localDate: '2035-07-01' });
});

interface Endpoint {
  id: Uuid;
  url: string;
  state: string;
  waiting: number;
  version: number;
  pause_reason: string | null;
  overlap_until: string | null;
}
interface Saved {
  status: string;
  endpoints: Endpoint[];
  secret?: string;
}
interface Claimed {
  id: Uuid;
  lease: Uuid;
  event: Uuid;
  url: string;
  secrets: string[];
  body: string;
}
const owner = () => company.people.owner;
const ALL = [
  'booking.created',
  'booking.confirmed',
  'booking.changed',
  'booking.moved',
  'booking.cancelled',
  'guest.checked_in',
  'departure.changed',
  'departure.departed',
  'departure.cancelled',
  'payment.received',
  'payment.undone',
  'payment.refunded',
  'report.submitted',
  'report.returned',
  'report.locked',
];

const save = (input: object = {}, { id = randomUUID() as Uuid, version = 0, as = owner(), of = company.id } = {}) =>
  db.rpc<Saved>(as, 'save_webhook', {
    company: of,
    endpoint: id,
    version,
    input: { url: 'https://hooks.example.com/muster', events: ALL, has_personal_data: false, ...input },
  });
const asService = async <T>(sql: string, values: unknown[] = []): Promise<T> => {
  const rows = await db.as('service_role', (query) => query<{ result: T }>(`select ${sql} as result`, values));
  return rows[0]!.result;
};
const claim = async (max = 50) =>
  (await asService<{ deliveries: Claimed[] }>('public.claim_webhooks($1)', [max])).deliveries;
const recordAttempt = ({ id, lease }: Claimed, more: object = {}) =>
  asService<{ status: string }>('public.record_webhook_attempt($1)', [
    { delivery: id, lease, status: 200, failure: null, response: 'ok', duration_ms: 12, ...more },
  ]);
const FAILED = { status: 500, failure: 'status', response: 'no' };
const events = async () =>
  (await db.query<{ type: string }>(`select type from private.webhook_events order by place`)).map(({ type }) => type);
const bodyOf = ({ body }: Claimed) => JSON.parse(body) as { type: string; data: Record<string, unknown> };
/** Runs in one transaction, as an RPC does. */
async function inOneTransaction<T>(act: () => Promise<T>): Promise<T> {
  await db.exec('begin');
  const made = await act();
  await db.exec('commit');
  return made;
}
const book = async () => {
  const [party] = await makeBookings(db, company, { departureId: departure, requests: [{ names: ['Ana', 'Bo'] }] });
  return party!;
};

describe('recording events', () => {
  test('records nothing without an active receiver', async () => {
    await book();
    expect(await events()).toEqual([]);
    const id = randomUUID() as Uuid;
    await save({}, { id });
    await db.rpc(owner(), 'switch_webhook', { endpoint: id, is_on: false });
    await book();
    expect(await events()).toEqual([]);
  });

  test('sends a booking complete as of the commit, in stable words and without guest data', async () => {
    await save();
    const { bookingId, reference } = await inOneTransaction(book);
    const claimed = await claim();
    expect(claimed.map((delivery) => bodyOf(delivery).type)).toEqual(['booking.created']);
    const { data } = bodyOf(claimed[0]!);
    expect(data).toMatchObject({
      id: bookingId,
      reference,
      state: 'confirmed',
      party: [{ category: 'adult', count: 2 }],
      currency: 'DKK',
      amounts: { paid: 0 },
      departure: {
        id: departure,
        local_date: '2035-07-01',
        state: 'scheduled',
        tour: { title: { en: company.tourTitle } },
      },
    });
    expect(JSON.stringify(data)).not.toMatch(/Ana|contact/);
    await recordAttempt(claimed[0]!);
    // A booking that is confirmed when made sends both events, in this order.
    expect((await claim()).map((delivery) => bodyOf(delivery).type)).toEqual(['booking.confirmed']);
  });

  test('sends names only to receivers with personal data enabled', async () => {
    await save({ url: 'https://plain.example.com' });
    await save({ url: 'https://personal.example.com', has_personal_data: true });
    await inOneTransaction(book);
    const claimed = await claim();
    const of = (url: string) => bodyOf(claimed.find((delivery) => delivery.url === url)!).data;
    expect(of('https://personal.example.com')).toHaveProperty('contact.name', 'Ana');
    expect(of('https://plain.example.com')).not.toHaveProperty('contact');
  });

  test('records each kind of change once per transaction, and no change without effect', async () => {
    const { bookingId } = await book();
    await save();
    const other = await makeDeparture(db, company, { localDate: '2035-07-02' });
    const after = async (sql: string, values: unknown[]) => {
      await db.exec('delete from private.webhook_events');
      await db.query(sql, values);
      return events();
    };
    expect(await after(`update public.bookings set note = 'x' where id = $1`, [bookingId])).toEqual([
      'booking.changed',
    ]);
    expect(await after(`update public.bookings set note = 'x' where id = $1`, [bookingId])).toEqual([]);
    expect(
      await after(`update public.bookings set departure_id = $2, total_amount = 9 where id = $1`, [bookingId, other]),
    ).toEqual(['booking.moved']);
    expect(
      await after(`update public.guests set is_cancelled = true where booking_id = $1 and name = 'Bo'`, [bookingId]),
    ).toEqual(['booking.changed']);
    expect(
      await after(
        `insert into public.payments (company_id, booking_id, amount, currency, method) values ($1, $2, 100, 'DKK', 'cash')`,
        [company.id, bookingId],
      ),
    ).toEqual(['payment.received']);
    expect(
      await after(
        `insert into public.refunds (company_id, booking_id, amount, currency, status, refunded_at, method) values ($1, $2, 100, 'DKK', 'REFUNDED', now(), 'cash')`,
        [company.id, bookingId],
      ),
    ).toEqual(['payment.refunded']);
    expect(await after(`update public.bookings set status = 'CANCELLED' where id = $1`, [bookingId])).toEqual([
      'booking.cancelled',
    ]);
    expect(await after(`update public.departures set capacity = 30 where id = $1`, [other])).toEqual([
      'departure.changed',
    ]);
    expect(await after(`update public.departures set status = 'departed' where id = $1`, [other])).toEqual([
      'departure.departed',
    ]);
    expect(await after(`update public.departures set status = 'cancelled' where id = $1`, [other])).toEqual([
      'departure.cancelled',
    ]);
    expect(
      await after(`insert into private.tour_reports (departure_id, state) values ($1, 'submitted')`, [other]),
    ).toEqual(['report.submitted']);
    expect(await after(`update private.tour_reports set reminded_at = now() where departure_id = $1`, [other])).toEqual(
      [],
    );
    expect(
      await after(`update private.tour_reports set report_id = gen_random_uuid() where departure_id = $1`, [other]),
    ).toEqual(['report.submitted']);
    expect(await after(`update private.tour_reports set state = 'locked' where departure_id = $1`, [other])).toEqual([
      'report.locked',
    ]);
  });

  test('records check-ins, payments, refunds and reports of the real RPCs', async () => {
    const begun = await makeDeparture(db, company, { startsAt: new Date(Date.now() - 3 * 3_600_000) });
    const party = await makeBooking(db, company, { departureId: begun, guests: 1 });
    await save();
    const device = makeDevice();
    const push = async (...actions: WireAction[]) => {
      const { outcomes } = await db.rpc<{ outcomes: { status: string }[] }>(owner(), 'check_in_push', {
        device: device.header(),
        actions,
      });
      expect(outcomes.map(({ status }) => status)).toEqual(actions.map(() => 'applied'));
    };
    const after = async (act: () => Promise<unknown>) => {
      await db.exec('delete from private.webhook_events');
      await act();
      return events();
    };
    const of = { company, departureId: begun };
    const checkIn = device.action('check_in', {
      ...of,
      bookingId: party.bookingId,
      guestId: party.guests[0]!.id,
      payload: { method: 'tap' },
    });
    expect(await after(() => push(checkIn))).toEqual(['guest.checked_in']);
    const cash = device.action('payment', {
      ...of,
      bookingId: party.bookingId,
      payload: { amount: 1000, currency: 'DKK', method: 'cash' },
    });
    expect(await after(() => push(cash))).toContain('payment.received');
    expect(await after(() => push(device.action('undo', { ...of, payload: { actions: [cash.id] } })))).toContain(
      'payment.undone',
    );
    const act = (name: string, change: object) =>
      db.rpc<Record<string, string>>(company.people.office, name, {
        request: randomUUID(),
        booking: party.bookingId,
        change,
      });
    expect(
      await after(async () =>
        expect(await act('record_payment', { amount: 2000, currency: 'DKK', method: 'card' })).toMatchObject({
          status: 'ok',
        }),
      ),
    ).toContain('payment.received');
    expect(
      await after(async () =>
        expect(await act('record_refund', { amount: 100, method: 'cash' })).toMatchObject({ status: 'ok' }),
      ),
    ).toContain('payment.refunded');
    const report = device.action('report_submit', {
      ...of,
      payload: {
        replaces: [],
        lines: [{ type: 'ADULT', attended: 1 }],
        walk_ins: 0,
        guide_id: null,
        minutes_late: 0,
        incidents: null,
        note: null,
        handed_over: 0,
        currency: 'DKK',
      } as never,
    });
    const about = (kind: 'report_return' | 'report_lock', more: object = {}) =>
      device.action(kind, { ...of, payload: { report: report.id, ...more } as never });
    expect(await after(() => push(report))).toEqual(['report.submitted']);
    expect(await after(() => push(about('report_return', { question: 'One?' })))).toEqual(['report.returned']);
    expect(await after(() => push(about('report_lock')))).toEqual(['report.locked']);
    const rows = await db.query<{ data: object }>('select data from private.webhook_events');
    expect(rows).toMatchObject([{ data: { departure: { id: begun }, report: { state: 'locked', walk_ins: 0 } } }]);
    expect(
      await after(() => push(device.action('depart', { ...of, departureId: departure, payload: { head_count: 0 } }))),
    ).toEqual(['departure.departed']);
  });

  test('records nothing of a rolled back transaction', async () => {
    await save();
    await db.exec('begin');
    await book();
    await db.exec('rollback');
    expect(await events()).toEqual([]);
  });

  test('sends only subscribed events, and none of another company', async () => {
    const elsewhere = await makeCompany(db);
    await save({ events: ['booking.cancelled'] });
    await save({}, { as: elsewhere.people.owner, of: elsewhere.id });
    const { bookingId } = await inOneTransaction(book);
    expect(await events()).toEqual([]);
    await db.query(`update public.bookings set status = 'CANCELLED' where id = $1`, [bookingId]);
    expect(await events()).toEqual(['booking.cancelled']);
    expect((await claim()).map(({ url }) => url)).toHaveLength(1);
  });
});

describe('delivering', () => {
  test('holds back later events of a booking until the earlier is delivered or dead; others go on', async () => {
    await save({ events: ['booking.created', 'booking.changed'] });
    const [first, second] = [await inOneTransaction(book), await inOneTransaction(book)];
    await db.query(`update public.bookings set note = 'later' where id = $1`, [first.bookingId]);
    const claimed = await claim();
    expect(claimed.map((delivery) => [bodyOf(delivery).type, bodyOf(delivery).data['id']])).toEqual([
      ['booking.created', first.bookingId],
      ['booking.created', second.bookingId],
    ]);
    await recordAttempt(claimed[1]!);
    await recordAttempt(claimed[0]!, FAILED);
    expect(await claim()).toEqual([]);
    // After three days of retries it is dead, and the later one is sent.
    await db.query(
      `update private.webhook_deliveries set began_at = now() - interval '73 hours', run_at = now() where id = $1`,
      [claimed[0]!.id],
    );
    const nextClaim = await claim();
    expect(nextClaim.map(({ id, event }) => [id, event])).toEqual([[claimed[0]!.id, claimed[0]!.event]]);
    await db.exec(`update private.webhook_endpoints set failing_since = now()`);
    await recordAttempt(nextClaim[0]!, FAILED);
    expect(await db.query(`select state from private.webhook_deliveries where id = $1`, [claimed[0]!.id])).toEqual([
      { state: 'dead' },
    ]);
    expect((await claim()).map((delivery) => bodyOf(delivery).type)).toEqual(['booking.changed']);
  });

  test('many slow receivers of one company do not delay another company', async () => {
    for (let count = 0; count < 4; count += 1) await save({ events: ['booking.created'] });
    for (let count = 0; count < 5; count += 1) await inOneTransaction(book);
    const slow = await claim(16);
    expect(slow).toHaveLength(16);
    const elsewhere = await makeCompany(db);
    const url = 'https://elsewhere.example.com/muster';
    await save({ events: ['booking.created'], url }, { as: elsewhere.people.owner, of: elsewhere.id });
    const departureId = await makeDeparture(db, elsewhere, { localDate: '2035-07-01' });
    await inOneTransaction(() => makeBooking(db, elsewhere, { departureId, guests: 1 }));
    expect((await claim()).map((delivery) => delivery.url)).toEqual([url]);
    // Once enough of its own have ended, the rest is sent.
    for (const delivery of slow) await recordAttempt(delivery);
    expect(await claim()).toHaveLength(4);
  });

  test('a worker whose lease expired changes nothing', async () => {
    await save({ events: ['booking.created'] });
    await inOneTransaction(book);
    const [late] = await claim();
    expect(await claim()).toEqual([]);
    await db.exec(`update private.webhook_deliveries set leased_until = now() - interval '1 second'`);
    const [now] = await claim();
    expect(await recordAttempt(late!, FAILED)).toEqual({ status: 'lost' });
    expect(await recordAttempt(now!)).toEqual({ status: 'ok' });
  });

  test('retries with growing, randomised delays of up to six hours', async () => {
    await save({ events: ['booking.created'] });
    await inOneTransaction(book);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const [delivery] = await claim();
      await recordAttempt(delivery!, FAILED);
      const [row] = await db.query<{ wait: number }>(
        `select extract(epoch from run_at - clock_timestamp())::float8 as wait from private.webhook_deliveries`,
      );
      waits.push(row!.wait);
      await db.exec(`update private.webhook_deliveries set run_at = now()`);
    }
    for (const [place, wait] of waits.entries()) {
      const middle = Math.min(10 * 3 ** place, 21_600);
      expect(wait).toBeGreaterThan(middle * 0.5 - 2);
      expect(wait).toBeLessThan(middle * 1.5 + 1);
    }
    expect(waits.at(-1)).toBeGreaterThan(3 * 3600 - 2);
  });

  test('pauses on 410 or after a day of failures, mails owners once, and later sends events in order', async () => {
    const id = randomUUID() as Uuid;
    await save({ events: ['booking.created', 'booking.changed'] }, { id });
    const { bookingId } = await inOneTransaction(book);
    await recordAttempt((await claim())[0]!, { status: 410, failure: 'gone', response: '' });
    const readEndpoint = async () =>
      (await db.rpc<Saved>(owner(), 'read_webhooks', { company: company.id })).endpoints[0]!;
    expect(await readEndpoint()).toMatchObject({ state: 'paused', pause_reason: 'gone', waiting: 1 });
    await db.query(`update public.bookings set note = 'meanwhile' where id = $1`, [bookingId]);
    await db.exec(`update private.webhook_deliveries set run_at = now()`);
    expect(await claim()).toEqual([]);
    expect(
      await db.query(
        `select template, recipient, data ->> 'reason' as reason from private.outbox_messages where template = 'webhook-paused'`,
      ),
    ).toEqual([{ template: 'webhook-paused', recipient: `${owner()}@muster.test`, reason: 'gone' }]);
    await db.rpc(owner(), 'switch_webhook', { endpoint: id, is_on: true });
    const [created] = await claim();
    await recordAttempt(created!);
    const [changed] = await claim();
    expect([created, changed].map((delivery) => bodyOf(delivery!).type)).toEqual([
      'booking.created',
      'booking.changed',
    ]);
    await recordAttempt(changed!, FAILED);
    expect((await readEndpoint()).state).toBe('active');
    await db.exec(
      `update private.webhook_endpoints set failing_since = now() - interval '25 hours'; update private.webhook_deliveries set run_at = now()`,
    );
    await recordAttempt((await claim())[0]!, FAILED);
    expect(await readEndpoint()).toMatchObject({ state: 'paused', pause_reason: 'failing' });
  });

  test('of a paused receiver only a test is due, and nothing while the company is inactive', async () => {
    const isDue = async () =>
      (await db.query<{ due: boolean }>('select private.webhooks_due(clock_timestamp()) as due'))[0]!.due;
    const id = randomUUID() as Uuid;
    await save({ events: ['booking.created'] }, { id });
    await inOneTransaction(book);
    expect(await isDue()).toBe(true);
    await db.query(`update public.companies set is_active = false where id = $1`, [company.id]);
    expect([await isDue(), await claim()]).toEqual([false, []]);
    await db.query(`update public.companies set is_active = true where id = $1`, [company.id]);
    await recordAttempt((await claim())[0]!, { status: 410, failure: 'gone', response: '' });
    await db.exec(`update private.webhook_deliveries set run_at = now()`);
    expect(await isDue()).toBe(false);
    expect(await db.rpc(owner(), 'test_webhook', { endpoint: id })).toEqual({ status: 'ok' });
    expect(await isDue()).toBe(true);
    expect((await claim()).map((delivery) => bodyOf(delivery).type)).toEqual(['webhook.test']);
    expect(await isDue()).toBe(false);
  });

  test.each([
    { failingFor: '23 hours 59 minutes', state: 'active' },
    { failingFor: '24 hours 1 minute', state: 'paused' },
  ])('an endpoint that has failed for $failingFor is $state', async ({ failingFor, state }) => {
    await save({ events: ['booking.created'] });
    await inOneTransaction(book);
    await db.query(`update private.webhook_endpoints set failing_since = now() - $1::interval`, [failingFor]);
    await recordAttempt((await claim())[0]!, FAILED);
    expect(await db.query(`select state from private.webhook_endpoints`)).toEqual([{ state }]);
  });

  test('a success resets the time of failing', async () => {
    await save({ events: ['booking.created'] });
    await inOneTransaction(book);
    await inOneTransaction(book);
    const [first, second] = await claim();
    await db.exec(`update private.webhook_endpoints set failing_since = now() - interval '23 hours'`);
    await recordAttempt(first!);
    expect(await db.query(`select failing_since from private.webhook_endpoints`)).toEqual([{ failing_since: null }]);
    await recordAttempt(second!, FAILED);
    expect(
      await db.query(
        `select state, failing_since > now() - interval '1 hour' as is_recent from private.webhook_endpoints`,
      ),
    ).toEqual([{ state: 'active', is_recent: true }]);
  });

  test.each([
    { triedFor: '71 hours 59 minutes', state: 'retrying' },
    { triedFor: '72 hours 1 minute', state: 'dead' },
  ])('a delivery that has been tried for $triedFor is $state', async ({ triedFor, state }) => {
    await save({ events: ['booking.created'] });
    await inOneTransaction(book);
    const [delivery] = await claim();
    await db.query(`update private.webhook_deliveries set began_at = now() - $1::interval`, [triedFor]);
    await recordAttempt(delivery!, FAILED);
    expect(await db.query(`select state from private.webhook_deliveries`)).toEqual([{ state }]);
  });

  test('replays a delivered event under the same id, respecting leases', async () => {
    await save({ events: ['booking.created'] });
    await inOneTransaction(book);
    const [delivery] = await claim();
    await recordAttempt(delivery!, { response: 'thanks' });
    expect(await claim()).toEqual([]);
    expect(await db.rpc(owner(), 'replay_webhook', { delivery: delivery!.id })).toEqual({ status: 'ok' });
    const [retried] = await claim();
    expect([retried!.event, retried!.body]).toEqual([delivery!.event, delivery!.body]);
    await recordAttempt(retried!, { ...FAILED, response: 'busy' });
    const log = await db.rpc<{ attempts: object[]; body: string }>(owner(), 'read_webhook_delivery', {
      delivery: delivery!.id,
    });
    expect(log.attempts).toMatchObject([
      { number: 2, status: 500, failure: 'status', response: 'busy' },
      { number: 1, status: 200, failure: null, response: 'thanks', duration_ms: 12 },
    ]);
    expect(JSON.parse(log.body)).toEqual(JSON.parse(delivery!.body));
  });
});

describe('the owner', () => {
  test.each([
    'http://hooks.example.com',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://2130706433/',
    'https://0x7f.0x1/',
    'https://[::1]/',
    'https://printer.local/',
    'https://db.internal:5432/',
    'https://user:pass@example.com/',
    'https://example.com/#x',
    'https://example.com\\@127.0.0.1/',
    'javascript:alert(1)',
    `https://example.com/?${'x'.repeat(500)}`,
  ])('%.40s is refused by its name', async (url) => {
    expect(await save({ url })).toEqual({ status: 'bad_url' });
  });

  test('gets a secret once, also on a repeat of the same call; a rotated one overlaps for a day', async () => {
    const id = randomUUID() as Uuid;
    const made = await save({}, { id });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await save({}, { id })).secret).toBe(made.secret);
    expect(JSON.stringify(await db.rpc(owner(), 'read_webhooks', { company: company.id }))).not.toContain('whsec');
    const rotated = await db.rpc<Saved>(owner(), 'rotate_webhook_secret', { endpoint: id, version: 1 });
    expect(rotated.secret).not.toBe(made.secret);
    expect(rotated.endpoints[0]!.overlap_until).not.toBeNull();
    expect(await db.rpc(owner(), 'rotate_webhook_secret', { endpoint: id, version: 1 })).toEqual({
      status: 'stale',
      version: 2,
    });
    await db.rpc(owner(), 'test_webhook', { endpoint: id });
    const [delivery] = await claim();
    expect(delivery!.secrets).toEqual([rotated.secret, made.secret]);
    await db.exec(
      `update private.webhook_endpoints set former_until = now() - interval '1 minute'; update private.webhook_deliveries set leased_until = now() - interval '1 minute'`,
    );
    expect((await claim())[0]!.secrets).toEqual([rotated.secret]);
  });

  test('alone reads and changes webhooks; others and acting partners do not', async () => {
    const id = randomUUID() as Uuid;
    await save({}, { id });
    await inOneTransaction(book);
    const [delivery] = await claim();
    const other = await makeCompany(db);
    const { admin } = await makeOrganisation(db, [company]);
    await db.rpc(admin, 'impersonate', { company: company.id });
    for (const person of [other.people.owner, company.people.office, company.people.guide, admin])
      for (const [name, args] of [
        ['read_webhooks', { company: company.id }],
        [
          'save_webhook',
          { company: company.id, endpoint: id, version: 1, input: { url: 'https://evil.example.com', events: ALL } },
        ],
        ['rotate_webhook_secret', { endpoint: id, version: 1 }],
        ['switch_webhook', { endpoint: id, is_on: false }],
        ['delete_webhook', { endpoint: id }],
        ['test_webhook', { endpoint: id }],
        ['read_webhook_log', { endpoint: id }],
        ['read_webhook_delivery', { delivery: delivery!.id }],
        ['replay_webhook', { delivery: delivery!.id }],
        ['preview_webhook', { company: company.id, event: 'booking.created', has_personal_data: true }],
      ] as const)
        expect([name, await db.rpc(person, name, args)]).toEqual([name, { status: 'not_permitted' }]);
    // Nor can an owner take over another company's receiver by its id.
    expect(await save({}, { id, as: other.people.owner, of: other.id })).toEqual({ status: 'not_permitted' });
  });

  test('previews the body that would be sent', async () => {
    await save({ has_personal_data: true });
    const { bookingId } = await inOneTransaction(book);
    const shown = await db.rpc<{ body: string }>(owner(), 'preview_webhook', {
      company: company.id,
      event: 'booking.created',
      has_personal_data: true,
    });
    const sentBody = bodyOf((await claim())[0]!);
    expect(sentBody.data['id']).toBe(bookingId);
    expect((JSON.parse(shown.body) as { data: object }).data).toEqual(sentBody.data);
    const empty = await makeCompany(db);
    expect(
      await db.rpc(empty.people.owner, 'preview_webhook', { company: empty.id, event: 'payment.received' }),
    ).toEqual({ status: 'ok', body: null });
  });

  test('has at most ten, each change is logged, and switching off drops waiting deliveries', async () => {
    const id = randomUUID() as Uuid;
    await save({}, { id });
    for (let count = 1; count < 10; count += 1) await save();
    expect(await save()).toEqual({ status: 'too_many' });
    await inOneTransaction(book);
    const off = await db.rpc<Saved>(owner(), 'switch_webhook', { endpoint: id, is_on: false });
    expect(off.endpoints.find((endpoint) => endpoint.id === id)).toMatchObject({ state: 'off', waiting: 0 });
    await db.rpc(owner(), 'delete_webhook', { endpoint: id });
    const actions = await db.query(
      `select distinct action from public.audit_events where company_id = $1 and action ~ 'webhook' order by 1`,
      [company.id],
    );
    expect(actions).toEqual(
      expect.arrayContaining([{ action: 'delete_webhook' }, { action: 'save_webhook' }, { action: 'switch_webhook' }]),
    );
    expect(
      JSON.stringify(await db.query(`select before, after from public.audit_events where action ~ 'webhook'`)),
    ).not.toMatch(/whsec|\/muster/);
  });
});

describe('erasure', () => {
  test('removes guests from stored bodies and responses, and everything after thirty days', async () => {
    await save({ has_personal_data: true });
    const { bookingId } = await inOneTransaction(book);
    await recordAttempt((await claim())[0]!, { response: 'Thanks, Ana' });
    const count = (await events()).length;
    await db.query(`select private.erase_guests_of_departures('{}', array[$1]::uuid[])`, [bookingId]);
    expect((await events()).length).toBe(count);
    const left = JSON.stringify([
      await db.query('select * from private.webhook_events'),
      await db.query('select * from private.webhook_attempts'),
    ]);
    expect(left).not.toContain('Ana');
    await db.exec(
      `update private.webhook_events set happened_at = now() - interval '31 days'; select private.tidy_webhooks(500)`,
    );
    expect(await db.query('select from private.webhook_deliveries')).toEqual([]);
  });

  test('of a company removes its receivers', async () => {
    const ended = await makeCompany(db);
    await save({}, { as: ended.people.owner, of: ended.id });
    await db.as('service_role', (query) => query('select public.erase_company($1)', [ended.id]));
    expect(await db.query('select from private.webhook_endpoints where company_id = $1', [ended.id])).toEqual([]);
  });
});

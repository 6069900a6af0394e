/**
 * The roll-call over the API: a program pushes what a tablet would, under the same rules, and is logged by its key (ADR
 * 063).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '../../supabase/functions/api/handler.ts';
import { createApiKey, type KeyWishes } from '../support/api-keys.ts';
import { makeBooking, makeCompany, makeDeparture, type Company, type Party } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

interface Outcome {
  id: string;
  status: string;
  flags?: string[];
  code?: string;
}
let db: Database;
let company: Company;
let other: Company;
let key: string;
let called: string;
let departure: string;
let party: Party;

beforeAll(async () => {
  db = await openPostgres();
  [company, other] = [await makeCompany(db), await makeCompany(db)];
  ({ key } = await createApiKey(db, company, { name: 'North gate' }));
  called = `North gate …${key.slice(-4)}`;
});
afterAll(() => db?.close());
beforeEach(async () => {
  await db.exec('delete from private.rate_limit_buckets');
  departure = await makeDeparture(db, company, { startsAt: new Date(Date.now() - 3 * 3_600_000) });
  party = await makeBooking(db, company, { departureId: departure, guests: 2 });
});

const GATE = randomUUID();
const now = () => new Date().toISOString();
async function call<T>(method: string, path: string, { by = key, body }: { by?: string; body?: unknown } = {}) {
  const response = await api(
    new Request(`http://127.0.0.1/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${by}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    fakePorts({ database: serviceDatabase(db) }),
  );
  return (await response.json()) as T & { code?: string };
}
const push = async (actions: object[], { by = key, device = GATE, at = now() } = {}) =>
  (
    await call<{ outcomes: Outcome[] }>('POST', '/check_ins', {
      by,
      body: { device: { id: device, now: at }, actions },
    })
  ).outcomes.map(({ flags, code, status }) => flags ?? code ?? status);
const action = (kind: string, more: object) => ({
  id: randomUUID(),
  kind,
  departure_id: departure,
  occurred_at: now(),
  payload: {},
  ...more,
});
const checkIn = (guest = 0, more: object = {}) =>
  action('check_in', {
    booking_id: party.bookingId,
    guest_id: party.guests[guest]!.id,
    payload: { method: 'scan' },
    ...more,
  });
const cash = (booking = party.bookingId, more: object = {}) =>
  action('payment', { booking_id: booking, payload: { amount: 1000, currency: 'DKK', method: 'cash' }, ...more });
const items = async (path: string, by = key) =>
  (await call<{ items: Record<string, unknown>[]; cursor: string; has_more: boolean }>('GET', path, { by })).items;
const keyOf = async (wishes: KeyWishes, of = company) => (await createApiKey(db, of, wishes)).key;
const byTablet = (kind: 'check_in' | 'undo' | 'report_submit' | 'report_lock', more: object, device = makeDevice()) =>
  db.rpc<{ outcomes: Outcome[] }>(company.people.owner, 'check_in_push', {
    device: device.header(),
    actions: [device.action(kind, { company, departureId: departure, ...more } as never)],
  });

describe('attribution', () => {
  test('devices, history, payments and the list of actions show the key’s name', async () => {
    expect(await push([checkIn(), cash()])).toEqual(['applied', 'applied']);
    const { rows } = await db.rpc<{ rows: { people: { display_name: string }[]; devices: { label: string }[] } }>(
      company.people.office,
      'check_in_pull',
      { company: company.id, from_date: day(-2), to_date: day(2), cursor: null, page_size: 5000 },
    );
    expect(rows.people.map((person) => person.display_name)).toContain(called);
    expect(rows.devices.map(({ label }) => label)).toContain('North gate');
    const { booking } = await db.rpc<{
      booking: { history: { code: string; actor: { name: string } | null }[]; payments: { actor: string }[] };
    }>(company.people.office, 'read_booking', { booking: party.bookingId });
    expect(booking.history.find(({ code }) => code === 'roll_call_check_in')).toMatchObject({
      actor: { name: called },
    });
    expect(booking.payments).toMatchObject([{ actor: called }]);
    expect(await items(`/check_ins?departure=${departure}`)).toMatchObject([{ by: called }, { by: called }]);
  });

  test('a device gets the key’s name with its first action, and other companies never do', async () => {
    const pull = (cursor: unknown, of: Company) =>
      db.rpc<{ cursor: unknown; rows: { people: { display_name: string }[] } }>(of.people.office, 'check_in_pull', {
        company: of.id,
        from_date: day(-2),
        to_date: day(2),
        cursor,
        page_size: 5000,
      });
    const by = await keyOf({ name: 'South gate' });
    const [before, elsewhere] = [await pull(null, company), await pull(null, other)];
    expect(JSON.stringify(before.rows)).not.toContain('South gate');
    await push([checkIn()], { by });
    const { people } = (await pull(before.cursor, company)).rows;
    expect(people.map((person) => person.display_name)).toEqual([`South gate …${by.slice(-4)}`]);
    expect((await pull(elsewhere.cursor, other)).rows.people).toEqual([]);
  });
});

describe('the rules for tablets', () => {
  test('a repeat is a duplicate; a changed action or foreign device under its id is refused', async () => {
    const [first, second] = [checkIn(0), checkIn(1)];
    expect(await push([first, second])).toEqual(['applied', 'applied']);
    // A repeat after a lost response, with a new action in between.
    expect(await push([first, cash(), second])).toEqual(['duplicate', 'applied', 'duplicate']);
    expect(await push([{ ...second, occurred_at: '2026-01-01T10:00:00.000Z' }])).toEqual(['id_reused']);
    expect(await push([checkIn(0, { device_id: randomUUID() })])).toEqual(['wrong_device']);
    const actions = await db.query('select from public.check_in_actions where departure_id = $1', [departure]);
    expect(actions).toHaveLength(3);
  });

  test('a repeated check-in is flagged in either order; undone, the guest is expected again', async () => {
    const [own, theirs] = [checkIn(0), randomUUID()];
    const of = (guest: number) => ({
      bookingId: party.bookingId,
      guestId: party.guests[guest]!.id,
      payload: { method: 'tap' },
    });
    await push([own]);
    const tablet = await byTablet('check_in', { ...of(0), id: theirs });
    expect(tablet.outcomes).toMatchObject([{ status: 'flagged', flags: ['already_checked_in'] }]);
    await byTablet('check_in', of(1));
    expect(await push([checkIn(1)])).toEqual([['already_checked_in']]);
    const stateOf = async () =>
      (await items(`/attendance?departure=${departure}`)).find((item) => item['guest_id'] === party.guests[0]!.id);
    expect(await stateOf()).toMatchObject({
      state: 'checked_in',
      is_conflict: true,
      checked_in_at: expect.any(String),
    });
    expect(await push([action('undo', { payload: { actions: [own.id, theirs] } })])).toEqual(['applied']);
    expect(await stateOf()).toMatchObject({ state: 'expected', is_conflict: false, checked_in_at: null });
  });

  test('a walk-in makes a booking, and the departure departs', async () => {
    const booking = randomUUID();
    const guest = { id: randomUUID(), price_category_id: company.priceCategoryId, ticket_code: 'ABCDEFGHJKMN' };
    const walkIn = (currency: string) =>
      action('walk_in', {
        booking_id: booking,
        payload: { reference: 'ABC234', contact_name: 'Ana', total_amount: 5000, currency, guests: [guest] },
      });
    expect(await push([walkIn('EUR')])).toEqual(['wrong_price']);
    expect(await push([walkIn('DKK'), action('depart', { payload: { head_count: 1 } })])).toEqual([
      'applied',
      'applied',
    ]);
    expect(await db.query('select source, contact_name from public.bookings where id = $1', [booking])).toEqual([
      { source: 'walk-in', contact_name: 'Ana' },
    ]);
    expect(await db.query('select status from public.departures where id = $1', [departure])).toEqual([
      { status: 'departed' },
    ]);
  });

  test('clock skew is flagged, and a future time set to now', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    expect(await push([checkIn(0, { occurred_at: at })], { at })).toEqual([['clock_skew']]);
    const [recorded] = await items(`/check_ins?departure=${departure}`);
    expect(Date.parse(String(recorded!['occurred_at']))).toBeLessThan(Date.now() + 1000);
  });

  test('refuses another company’s departure or id, and a company without a subscription', async () => {
    const theirs = await makeDeparture(db, other);
    expect(await push([checkIn(0, { departure_id: theirs }), checkIn(0, { company_id: other.id })])).toEqual([
      'unknown_departure',
      'not_permitted',
    ]);
    await db.query('update public.companies set has_active_subscription = false where id = $1', [company.id]);
    expect(await push([checkIn()])).toEqual(['no_subscription']);
    await db.query('update public.companies set has_active_subscription = true where id = $1', [company.id]);
  });

  test('another company’s booking is unknown', async () => {
    const theirs = await makeBooking(db, other, { departureId: await makeDeparture(db, other) });
    expect(await push([cash(theirs.bookingId)])).toEqual([['unknown_guest']]);
    expect(await db.query('select from public.payments where booking_id = $1', [theirs.bookingId])).toEqual([]);
  });

  test('refuses report actions, and any action after the report is locked', async () => {
    const report = randomUUID();
    expect(
      await call('POST', '/check_ins', {
        body: { device: { id: GATE, now: now() }, actions: [action('report_lock', { payload: { report } })] },
      }),
    ).toMatchObject({ code: 'invalid' });
    // Past the schemas, directly by the RPC.
    const { id } = await createApiKey(db, company);
    const result = await db.rpc<{ outcomes: Outcome[] }>('service_role', 'api_push', {
      key_id: id,
      sent: { device: { id: GATE, now: now() }, actions: [action('report_lock', { payload: { report } })] },
    });
    expect(result.outcomes).toMatchObject([{ code: 'not_permitted' }]);
    await submitted(report);
    await byTablet('report_lock', { payload: { report } });
    expect(await push([checkIn()])).toEqual(['report_locked']);
  });

  test.each([
    [{ device: null }],
    [{ actions: [] }],
    [{ actions: null }],
    [{ actions: ['x'] }],
    [{ actions: Array.from({ length: 201 }, () => ({})) }],
    [{ device: { id: 'x' } }],
    [{ device: { id: GATE, label: 'x'.repeat(5000) } }],
  ])('the RPC itself rejects %j', async (more) => {
    const { id } = await createApiKey(db, company);
    const sent = { device: { id: GATE, now: now() }, actions: [checkIn()], ...more };
    expect(await db.rpc('service_role', 'api_push', { key_id: id, sent })).toEqual({ status: 'invalid' });
    await db.query('delete from private.api_keys where id = $1', [id]);
  });

  test('only functions can push on behalf of a key', async () => {
    for (const who of ['anon', company.people.owner] as const)
      await expect(db.rpc(who, 'api_push', { key_id: randomUUID(), sent: {} })).rejects.toThrow(/permission denied/);
  });
});

test('a test key reads and changes its test tour only', async () => {
  const tour = randomUUID();
  await db.query(
    `insert into public.tours (id, company_id, slug, duration_minutes, capacity) values ($1, $2, 'test-tour', 60, 10)`,
    [tour, company.id],
  );
  const mine = await makeDeparture(db, { ...company, tourId: tour });
  const tried = await makeBooking(db, { ...company, tourId: tour }, { departureId: mine });
  const by = await keyOf({ testTour: tour });
  const inside = { departure_id: mine };
  expect(
    await push(
      [
        cash(tried.bookingId, inside),
        cash(party.bookingId, inside),
        checkIn(0, inside),
        checkIn(),
        checkIn(0, { ...inside, booking_id: tried.bookingId }),
      ],
      { by },
    ),
  ).toEqual(['applied', ...Array<string>(4).fill('unknown_departure')]);
  expect(await db.query('select from public.payments where booking_id = $1', [party.bookingId])).toEqual([]);
  expect((await items('/check_ins', by)).map((item) => item['departure_id'])).toEqual([mine]);
  expect(await items(`/attendance?departure=${departure}`, by)).toEqual([]);
  expect(await items(`/reports?from=${day(-2)}&until=${day(2)}`, by)).toMatchObject(
    // Whether today's departure is over depends on the time of day.
    Date.now() > Date.parse(`${day(0)}T10:00:00Z`) ? [{ departure_id: mine }] : [],
  );
});

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
const submitted = (id: string) =>
  byTablet('report_submit', {
    id,
    payload: {
      replaces: [],
      lines: [{ type: 'ADULT', attended: 2 }],
      walk_ins: 0,
      guide_id: null,
      minutes_late: 5,
      incidents: 'A knee',
      note: 'Rain',
      handed_over: 5000,
      currency: 'DKK',
    },
  });

describe('reading', () => {
  test('lists actions by page in order of arrival; later ones follow the cursor', async () => {
    const sent = [checkIn(0), cash(), checkIn(1)];
    for (const sentAction of sent) await push([sentAction]);
    const seen: unknown[] = [];
    let cursor = '';
    const next = async () => {
      const page = await call<{ items: { id: string }[]; cursor: string; has_more: boolean }>(
        'GET',
        `/check_ins?departure=${departure}&limit=2&fields=id,kind${cursor && `&cursor=${cursor}`}`,
      );
      cursor = page.cursor;
      seen.push(...page.items.map(({ id }) => id));
      return page.has_more;
    };
    while (await next());
    expect(seen).toEqual(sent.map(({ id }) => id));
    const later = action('undo', { payload: { actions: [sent[0]!.id] } });
    await push([later]);
    await next();
    expect(seen.at(-1)).toBe(later.id);
  });

  test('returns names and texts only with the guests:read scope, and signed tickets never', async () => {
    await push([
      action('note', { booking_id: party.bookingId, payload: { text: 'Anna has a knee' } }),
      action('walk_in', {
        booking_id: randomUUID(),
        payload: {
          reference: 'XYZ234',
          contact_name: 'Bo Lund',
          total_amount: 0,
          currency: 'DKK',
          guests: [{ id: randomUUID(), name: 'Cleo', ticket_code: 'ABCDEFGHJKMP' }],
        },
      }),
    ]);
    await db.query(
      `insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence, schema_version, user_id,
         occurred_at, device_time, body_hash)
       select gen_random_uuid(), company_id, departure_id, $2, $3, 'check_in', '{"method": "signed", "ticket": "opensthedoor"}', device_id, 9, 1, user_id, now(), now(), 'x'
       from public.check_in_actions where departure_id = $1 limit 1`,
      [departure, party.bookingId, party.guests[0]!.id],
    );
    const by = await keyOf({ scopes: ['check_ins_read', 'reports_read'] });
    await submitted(randomUUID());
    const lists = async (who: string) =>
      JSON.stringify([
        await items(`/check_ins?departure=${departure}`, who),
        await call('GET', `/reports/${departure}`, { by: who }),
      ]);
    const [whole, masked] = [await lists(key), await lists(by)];
    for (const word of ['Anna has', 'Bo Lund', 'Cleo', 'Rain', 'A knee']) {
      expect(whole).toContain(word);
      expect(masked).not.toContain(word);
    }
    for (const result of [whole, masked]) expect(result).not.toContain('opensthedoor');
  });

  test('a report has the check-in numbers, the submitted ones, and its lock', async () => {
    await db.query(`update public.companies set attendance_rule = 'check_ins_count' where id = $1`, [company.id]);
    const read = () => call<Record<string, unknown>>('GET', `/reports/${departure}`);
    await push([checkIn(), cash()]);
    expect(await read()).toMatchObject({
      departure_id: departure,
      state: 'open',
      lines: [{ type: 'ADULT', booked: 2, attended: 1 }],
      walk_ins: 0,
      cash: 1000,
      currency: 'DKK',
      report: null,
      locked_at: null,
    });
    const report = randomUUID();
    await submitted(report);
    expect(await read()).toMatchObject({
      state: 'submitted',
      report: { id: report, lines: [{ type: 'ADULT', attended: 2 }], minutes_late: 5, handed_over: 5000, note: 'Rain' },
    });
    await byTablet('report_lock', { payload: { report } });
    // The numbers at the time of the lock stay after a change of the rule.
    await db.query(`update public.companies set attendance_rule = 'report_always' where id = $1`, [company.id]);
    expect(await read()).toMatchObject({
      state: 'locked',
      locked_at: expect.any(String),
      lines: [{ type: 'ADULT', booked: 2, attended: 1 }],
    });
    const ahead = await makeDeparture(db, company, { startsAt: new Date(Date.now() + 3_600_000) });
    expect(await call('GET', `/reports/${ahead}`)).toMatchObject({ code: 'not_found' });
  });
});

describe('webhooks', () => {
  test('a check-in by program or tablet sends one event', async () => {
    await db.rpc(company.people.owner, 'save_webhook', {
      company: company.id,
      endpoint: randomUUID(),
      version: 0,
      input: { url: 'https://hooks.example.com', events: ['guest.checked_in'], has_personal_data: false },
    });
    const program = checkIn(0);
    await push([program]);
    await push([program]);
    await byTablet('check_in', {
      bookingId: party.bookingId,
      guestId: party.guests[1]!.id,
      payload: { method: 'tap' },
    });
    const events = await db.query<{ data: object }>(
      `select data from private.webhook_events where type = 'guest.checked_in' and departure_id = $1 order by place`,
      [departure],
    );
    expect(events.map(({ data }) => data)).toMatchObject(
      party.guests.map(({ id }) => ({
        guest: { id, checked_in_at: expect.any(String) },
        booking: { id: party.bookingId, reference: party.reference },
      })),
    );
    const waiting = await db.query(
      `select from private.webhook_deliveries as d join private.webhook_events as e on e.id = d.event_id where e.departure_id = $1`,
      [departure],
    );
    expect(waiting).toHaveLength(2);
  });
});

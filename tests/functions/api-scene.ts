/** A company with one of everything that the API returns, another company, and a valid request for each operation. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { api } from '../../supabase/functions/api/handler.ts';
import { methodOf, type Operation } from '../../supabase/functions/api/operations.ts';
import { PROBLEMS } from '../../supabase/functions/api/problems.ts';
import { createApiKey } from '../support/api-keys.ts';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

export let db: Database;
export let stage: Stage;
export let other: Company;
export let key: string;
export let keyId: string;
export let otherKey: string;
/** The subjects of the operations. */
export let scene: {
  departure: string;
  second: string;
  tour: string;
  booking: string;
  held: string;
  guest: string;
  payment: string;
  refund: string;
  /** A tablet's check-in, and a past departure with a submitted report. */
  checkIn: string;
  past: string;
};

export async function openScene(): Promise<void> {
  untouched = null;
  db = await openPostgres();
  stage = await makeStage(db);
  other = await makeCompany(db);
  ({ key, id: keyId } = await createApiKey(db, stage.company));
  ({ key: otherKey } = await createApiKey(db, other));
}

/** Returns a hash of everything in the scene that a test may have changed. */
async function sceneState(): Promise<string> {
  const [row] = await db.query<{ state: string }>(
    `select md5(string_agg(line, '|' order by line)) as state from (
       select d::text as line from public.departures as d where id = any ($1)
       union all select b::text from public.bookings as b where departure_id = any ($1)
       union all select g::text from public.guests as g where departure_id = any ($1)
       union all select a::text from public.check_in_actions as a where departure_id = any ($1)
       union all select p::text from public.payments as p join public.bookings as b on b.id = p.booking_id where b.departure_id = any ($1)
       union all select r::text from public.refunds as r join public.bookings as b on b.id = r.booking_id where b.departure_id = any ($1)) as lines`,
    [[scene.departure, scene.second, scene.past]],
  );
  return row!.state;
}
let untouched: string | null = null;

export const DAY = '2035-07-01';
/** Makes the subjects again if a test has changed them: most tests are refused and change nothing. */
export async function setScene(): Promise<void> {
  await db.exec('delete from private.rate_limit_buckets');
  await db.query('delete from private.api_keys where company_id = $1 and id <> $2', [stage.company.id, keyId]);
  if (untouched !== null && untouched === (await sceneState())) return;
  const [departure, second] = [
    await makeDeparture(db, stage.company, { localDate: DAY, capacity: 20 }),
    await makeDeparture(db, stage.company, { localDate: DAY, capacity: 20 }),
  ];
  const hold = async (state: string) =>
    (await (
      await call('POST', '/bookings', { body: { ...good('hold_booking').body, departure_id: departure, state } })
    ).json()) as {
      booking_id: string;
      guests: { id: string }[];
    };
  scene = { departure, second, tour: stage.company.tourId } as typeof scene;
  const [confirmed, held] = [await hold('CONFIRMED'), await hold('ON_HOLD')];
  const act = (name: string, change: object) =>
    db.rpc<Record<string, string>>(stage.company.people.office, name, {
      request: randomUUID(),
      booking: confirmed.booking_id,
      change,
    });
  const { payment_id: payment } = await act('record_payment', { amount: 'due', currency: 'DKK', method: 'cash' });
  const { refund_id: refund } = await act('record_refund', { amount: 100, method: 'cash' });
  scene = {
    ...scene,
    booking: confirmed.booking_id,
    held: held.booking_id,
    guest: confirmed.guests[0]!.id,
    payment: payment!,
    refund: refund!,
    ...(await atTheRollCall(departure, confirmed)),
  };
  untouched = await sceneState();
}

/** No guest stays checked in, because that limits other actions. */
async function atTheRollCall(departure: string, { booking_id }: { booking_id: string }) {
  const { company } = stage;
  const past = await makeDeparture(db, company, { startsAt: new Date(Date.now() - 3 * 3_600_000) });
  const device = makeDevice();
  const note = device.action('note', {
    company,
    departureId: departure,
    bookingId: booking_id,
    payload: { text: 'By the blue door' },
  });
  const numbers = device.action('report_submit', {
    company,
    departureId: past,
    payload: {
      replaces: [],
      lines: [{ type: 'ADULT', attended: 2 }],
      walk_ins: 1,
      guide_id: null,
      minutes_late: 5,
      incidents: 'A knee',
      note: null,
      handed_over: 5000,
      currency: 'DKK',
    } as never,
  });
  const { outcomes } = await db.rpc<{ outcomes: { status: string }[] }>(company.people.office, 'check_in_push', {
    device: device.header(),
    actions: [note, numbers],
  });
  expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied']);
  return { checkIn: note.id, past };
}

export interface CallOptions {
  by?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
}
export function call(
  method: string,
  path: string,
  { by = key, body, headers = {}, address }: CallOptions = {},
): Promise<Response> {
  const write: Record<string, string> =
    method === 'GET' ? {} : { 'Idempotency-Key': randomUUID(), 'Content-Type': 'application/json' };
  return api(
    new Request(`http://127.0.0.1/functions/v1/api${path}`, {
      method,
      headers: {
        ...write,
        ...(by === null ? {} : { Authorization: `Bearer ${by}` }),
        ...(address ? { 'cf-connecting-ip': address } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
    fakePorts({ database: serviceDatabase(db) }),
  );
}

/** Returns a valid request for an operation. */
export function good(id: string): { at?: string; query?: Record<string, string>; body?: Record<string, unknown> } {
  const span = { from: DAY, until: DAY };
  const lately = [-2, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  const adult = { price_category_id: stage.categories.ADULT };
  const known: Record<string, ReturnType<typeof good>> = {
    list_availability: { query: span },
    list_departures: { query: span },
    read_tours: { at: scene?.tour },
    read_departures: { at: scene?.departure },
    read_bookings: { at: scene?.booking },
    read_guests: { at: scene?.guest },
    read_payments: { at: scene?.payment },
    read_refunds: { at: scene?.refund },
    hold_booking: {
      body: {
        departure_id: scene?.departure,
        guests: [adult, { price_category_id: stage.categories.CHILD, name: 'Bo', age: 7 }],
        contact: { name: 'Anna Holm', email: 'anna@holm.test', country: 'DK' },
      },
    },
    extend_booking: { at: scene?.held, body: { minutes: 60 } },
    confirm_booking: { at: scene?.held, body: { state: 'CONFIRMED' } },
    change_party: { at: scene?.booking, body: { add: [adult] } },
    move_booking: { at: scene?.booking, body: { departure_id: scene?.second, reason: 'guest_request' } },
    cancel_booking: { at: scene?.booking, body: { refund: 'policy', reason: 'weather' } },
    edit_booking: { at: scene?.booking, body: { version: 1, note: 'By the sea' } },
    read_check_ins: { at: scene?.checkIn },
    list_attendance: { query: { departure: scene?.departure } },
    list_reports: { query: { from: lately[0]!, until: lately[1]! } },
    read_reports: { at: scene?.past },
    push_check_ins: { body: pushed(checkIn()) },
  };
  return known[id] ?? {};
}
export const now = () => new Date().toISOString();
const GATE = randomUUID();
export const pushed = (...actions: object[]) => ({ device: { id: GATE, label: 'North gate', now: now() }, actions });
export const checkIn = (more: object = {}) => ({
  id: randomUUID(),
  kind: 'check_in',
  departure_id: scene?.departure,
  booking_id: scene?.booking,
  guest_id: scene?.guest,
  occurred_at: now(),
  payload: { method: 'scan' },
  ...more,
});
export const addressOf = (
  operation: Operation,
  { at, query = {} }: { at?: string | undefined; query?: Record<string, string> },
) => {
  const search = new URLSearchParams(query).toString();
  return operation.path.replace('{id}', at ?? '') + (search ? `?${search}` : '');
};
export const isWritten = (operation: Operation) => methodOf(operation) !== 'GET';
export const ask = (operation: Operation, input: ReturnType<typeof good> & CallOptions = good(operation.id)) =>
  call(methodOf(operation), addressOf(operation, input), {
    body: isWritten(operation) ? (input.body ?? {}) : undefined,
    ...input,
  } as CallOptions);

export async function expectProblem(response: Response, code: keyof typeof PROBLEMS) {
  const problem = (await response.json()) as { code: string; status: number };
  expect(problem).toMatchObject({
    code,
    status: PROBLEMS[code][0],
    type: `urn:muster:problem:${code}`,
    title: expect.any(String),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    PROBLEMS[code][0],
    'application/problem+json',
  ]);
  return problem as Record<string, unknown>;
}

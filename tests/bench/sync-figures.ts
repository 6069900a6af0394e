/** Sending a full outbox to the local backend and to a real PostgreSQL. */
import { checkInScreen } from '../support/browser-check-in.ts';
import type { Device } from '../support/browser-device.ts';
import { makeBooking, makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import { makeDevice, type WireAction } from '../support/device-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import { median, type Figure } from './figures.ts';
import { countOutbox, multiplyQueue } from './stock.ts';

const QUEUE = 1000;

/** The tablet shows a departure and is offline; `name` is not checked in yet. */
export async function queueFigures(tablet: Device, name: string): Promise<Figure[]> {
  const { page } = tablet;
  await tablet.goOffline();
  await checkInScreen(page).search.fill(name);
  await checkInScreen(page).tap(name);
  const queued = await multiplyQueue(page, QUEUE);
  if (queued !== QUEUE) throw new Error(`Only ${queued} could be queued`);
  await page.reload();
  await checkInScreen(page)
    .sync.filter({ hasText: /1[,.\s]?000/ })
    .waitFor();
  tablet.network.traffic.length = 0;
  const start = Date.now();
  await tablet.goOnline();
  while ((await countOutbox(page)) > 0) {
    if (Date.now() - start > 120_000) throw new Error('The outbox did not empty within two minutes');
    await page.waitForTimeout(25);
  }
  const seconds = (Date.now() - start) / 1000;
  const calls = tablet.network.traffic.filter(({ path }) => /\/rpc\/check_in_(push|pull)/.test(path));
  return [
    {
      what: '1,000 queued actions to empty, embedded backend: requests',
      value: calls.length,
      unit: 'requests',
      budget: 6,
      note: `${calls.filter(({ path }) => path.includes('push')).length} of them pushes`,
    },
    { what: 'the same: time', value: seconds, unit: 's', budget: 2 },
  ];
}

async function group(db: Database, company: Company, guests: number) {
  const departureId = await makeDeparture(db, company, { capacity: guests });
  const { bookingId, guests: bookedGuests } = await makeBooking(db, company, { departureId, guests });
  return { departureId, bookingId, guests: bookedGuests };
}

const checkIns = (
  company: Company,
  { departureId, bookingId, guests }: Awaited<ReturnType<typeof group>>,
  device = makeDevice(),
) => ({
  device,
  actions: guests.map(({ id }) =>
    device.action('check_in', { company, departureId, bookingId, guestId: id, payload: { method: 'tap' } }),
  ),
});

const batches = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

async function pushed(db: Database, company: Company): Promise<number> {
  const { device, actions } = checkIns(company, await group(db, company, QUEUE));
  const start = performance.now();
  for (const batch of batches(actions, 200)) {
    const result = await db.rpc<{ status: string; outcomes: { status: string }[] }>(
      company.people.guide,
      'check_in_push',
      { device: device.header(), actions: batch },
    );
    if (result.status !== 'ok' || result.outcomes.some(({ status }) => status === 'refused'))
      throw new Error(JSON.stringify(result).slice(0, 500));
  }
  return performance.now() - start;
}

/** Inserts the same rows with insert … select from one JSON document per batch, as the table's owner. */
async function inserted(db: Database, company: Company): Promise<number> {
  const { device, actions } = checkIns(company, await group(db, company, QUEUE));
  await db.query(`insert into public.devices (id, user_id, label, app_version) values ($1, $2, 'Tablet', '1.0.0')`, [
    device.id,
    company.people.guide,
  ]);
  const start = performance.now();
  for (const batch of batches<WireAction>(actions, 200)) {
    // In a transaction with claims, as PostgREST wraps every request.
    await db.query('begin');
    await db.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: company.people.guide }),
    ]);
    await db.query(
      `insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id,
         device_sequence, schema_version, user_id, occurred_at, device_time, body_hash)
       select a.id, a.company_id, a.departure_id, a.booking_id, a.guest_id, a.kind, a.payload, a.device_id, a.device_sequence,
         a.schema_version, $2::uuid, a.occurred_at, a.device_time, sha256(convert_to(a::text, 'UTF8'))
       from jsonb_to_recordset($1::jsonb) as a (id uuid, company_id uuid, departure_id uuid, booking_id uuid, guest_id uuid, kind public.action_kind,
         payload jsonb, device_id uuid, device_sequence bigint, schema_version int, occurred_at timestamptz, device_time timestamptz)`,
      [JSON.stringify(batch), company.people.guide],
    );
    await db.query('commit');
  }
  return performance.now() - start;
}

export async function postgresFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  try {
    const company = await makeCompany(db);
    const [push, plain]: [number[], number[]] = [[], []];
    // The first of each warms the server's plans and is left out; then alternately, because the machine's load varies.
    for (let round = 0; round < 6; round += 1) {
      const times = [await pushed(db, company), await inserted(db, company)] as const;
      if (round > 0) {
        push.push(times[0]);
        plain.push(times[1]);
      }
    }
    return [
      {
        what: '1,000 actions on PostgreSQL against a plain batched insert',
        value: median(push) / median(plain),
        unit: '×',
        budget: 1.8,
        note: `${median(push).toFixed(0)} ms against ${median(plain).toFixed(0)} ms`,
      },
    ];
  } finally {
    await db.close();
  }
}

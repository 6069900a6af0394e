/** Two concurrent connections on a real PostgreSQL: late commits, repeats, departures. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Session } from '../support/database.ts';
import { setPersona } from '../support/database.ts';
import { openPostgres, waitsForLock } from '../support/database-postgres.ts';
import { makeBooking, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Company } from '../support/database-fixtures.ts';

let db: Database;
let left: Session & { close(): Promise<void> };
let right: Session & { close(): Promise<void> };
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
  left = await db.connect();
  right = await db.connect();
  company = await makeCompany(db);
});
afterAll(async () => {
  await left?.close();
  await right?.close();
  await db?.close();
});

interface Pull {
  done: boolean;
  cursor: unknown;
  rows: Record<string, { id: string }[]>;
}
interface Push {
  outcomes: { status: string; flags?: string[]; code?: string }[];
}
const today = () => new Date().toISOString().slice(0, 10);
const pull = (cursor: unknown, pageSize = 1000) =>
  right.rpc<Pull>(company.people.office, 'check_in_pull', {
    company: company.id,
    from_date: today(),
    to_date: today(),
    cursor,
    page_size: pageSize,
  });
const outcomes = (result: Push) => result.outcomes.map(({ status, flags, code }) => flags ?? code ?? status);
/** Begins a push on a connection and leaves its transaction open. */
async function beginPush(session: Session, device: ReturnType<typeof makeDevice>, actions: unknown[]): Promise<Push> {
  await session.exec('begin');
  await setPersona(session.query, company.people.office);
  const [row] = await session.query<{ result: Push }>(`select public.check_in_push($1, $2) as result`, [
    JSON.stringify(device.header()),
    JSON.stringify(actions),
  ]);
  return row!.result;
}

test('a late commit with an older transaction and time arrives with the next pull', async () => {
  const departureId = await makeDeparture(db, company);
  const party = await makeBooking(db, company, { departureId, guests: 2 });
  const device = makeDevice();
  const late = device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'late' } });
  const early = device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'early' } });
  let { cursor } = await pull(null);

  await beginPush(left, device, [late]);
  // Another row of the company changes and commits while the first transaction is still open.
  await db.query(`update public.bookings set note = 'x' where id = $1`, [party.bookingId]);
  const during = await pull(cursor);
  expect(during.rows['bookings']).toHaveLength(1);
  expect(during.rows['actions']).toEqual([]);
  cursor = during.cursor;
  await left.exec('commit');

  const after = await pull(cursor);
  expect(after.rows['actions']!.map(({ id }) => id)).toEqual([late.id]);
  await db.rpc(company.people.office, 'check_in_push', { device: device.header(), actions: [early] });
  expect((await pull(after.cursor)).rows['actions']!.map(({ id }) => id)).toEqual([early.id]);
});

test('a commit between two pages of a pull is not lost', async () => {
  const departureId = await makeDeparture(db, company);
  const party = await makeBooking(db, company, { departureId, guests: 15 });
  const device = makeDevice();
  let page = await pull(null, 12);
  const notes = Array.from({ length: 40 }, () =>
    device.action('note', { company, departureId, bookingId: party.bookingId, payload: { text: 'x' } }),
  );
  const got = new Set<string>();
  for (let n = 0; ; n += 1) {
    for (const { id } of page.rows['actions']!) got.add(id);
    if (page.done) break;
    if (n === 0) await beginPush(left, device, notes);
    if (n === 1) await left.exec('commit');
    page = await pull(page.cursor, 12);
  }
  for (const { id } of (await pull(page.cursor)).rows['actions']!) got.add(id);
  expect(notes.filter(({ id }) => !got.has(id))).toEqual([]);
});

test('the same action from two connections has one effect', async () => {
  const departureId = await makeDeparture(db, company);
  const device = makeDevice();
  const walkIn = device.action('walk_in', {
    company,
    departureId,
    bookingId: '11111111-0000-4000-8000-000000000001',
    payload: {
      reference: 'ABC234',
      contact_name: 'Ana',
      contact_phone: null,
      contact_email: null,
      total_amount: 0,
      currency: 'DKK',
      guests: [
        {
          id: '11111111-0000-4000-8000-000000000002',
          price_category_id: null,
          name: null,
          ticket_code: 'ABCDEFGH2345',
        },
      ],
    },
  });
  const departing = device.action('depart', { company, departureId, payload: { head_count: 1 } });
  expect(outcomes(await beginPush(left, device, [walkIn, departing]))).toEqual(['applied', 'applied']);
  const second = right.rpc<Push>(company.people.office, 'check_in_push', {
    device: device.header(),
    actions: [departing, walkIn],
  });
  await waitsForLock(db);
  await left.exec('commit');
  expect(outcomes(await second)).toEqual(['duplicate', 'duplicate']);
  const [row] = await db.query(
    `select (select count(*)::int from public.check_in_actions where departure_id = $1) as actions,
    (select count(*)::int from public.bookings where departure_id = $1) as bookings`,
    [departureId],
  );
  expect(row).toEqual({ actions: 2, bookings: 1 });
});

test('refuses only the action whose id another departure took concurrently', async () => {
  const here = await makeDeparture(db, company);
  const there = await makeDeparture(db, company);
  const [first, second] = [makeDevice(), makeDevice()];
  const depart = (device: typeof first, departureId: string) =>
    device.action('depart', { company, departureId, payload: { head_count: 1 } });
  const taken = depart(first, here);
  const [reused, other] = [{ ...depart(second, there), id: taken.id }, depart(second, there)];
  expect(outcomes(await beginPush(left, first, [taken]))).toEqual(['applied']);
  const result = right.rpc<Push>(company.people.office, 'check_in_push', {
    device: second.header(),
    actions: [reused, other],
  });
  await waitsForLock(db);
  await left.exec('commit');
  expect(outcomes(await result)).toEqual(['id_reused', 'applied']);
});

test('an action is applied on retry after the first attempt was rolled back', async () => {
  const departureId = await makeDeparture(db, company);
  const device = makeDevice();
  const departing = device.action('depart', { company, departureId, payload: { head_count: 1 } });
  await beginPush(left, device, [departing]);
  const second = right.rpc<Push>(company.people.office, 'check_in_push', {
    device: device.header(),
    actions: [departing],
  });
  await waitsForLock(db);
  await left.exec('rollback');
  expect(outcomes(await second)).toEqual(['applied']);
});

test('two concurrent check-ins of one guest are both stored, the later one flagged', async () => {
  const departureId = await makeDeparture(db, company);
  const party = await makeBooking(db, company, { departureId });
  const devices = [makeDevice(), makeDevice()];
  const [first, second] = devices.map((device) =>
    device.action('check_in', {
      company,
      departureId,
      bookingId: party.bookingId,
      guestId: party.guests[0]!.id,
      payload: { method: 'tap' },
    }),
  );
  await beginPush(left, devices[0]!, [first]);
  const result = right.rpc<Push>(company.people.office, 'check_in_push', {
    device: devices[1]!.header(),
    actions: [second],
  });
  await waitsForLock(db);
  await left.exec('commit');
  expect(outcomes(await result)).toEqual([['already_checked_in']]);
});

test('a concurrent departure and its undo leave the state that the fold gives', async () => {
  const departureId = await makeDeparture(db, company);
  const device = makeDevice();
  const departing = device.action('depart', { company, departureId, payload: { head_count: 1 } });
  const undoing = device.action('undo', { company, departureId, payload: { actions: [departing.id] } });
  await beginPush(left, device, [departing]);
  const result = right.rpc<Push>(company.people.office, 'check_in_push', {
    device: device.header(),
    actions: [undoing],
  });
  await waitsForLock(db);
  await left.exec('commit');
  await result;
  expect(await db.query(`select status from public.departures where id = $1`, [departureId])).toEqual([
    { status: 'scheduled' },
  ]);
});

test('pushes over the same departures in opposite orders never deadlock', async () => {
  const departures = [await makeDeparture(db, company), await makeDeparture(db, company)];
  const parties = await Promise.all(departures.map((departureId) => makeBooking(db, company, { departureId })));
  const round = (session: Session, device: ReturnType<typeof makeDevice>, flip: boolean) => {
    const notes = departures.map((departureId, n) =>
      device.action('note', { company, departureId, bookingId: parties[n]!.bookingId, payload: { text: 'x' } }),
    );
    return session.rpc<Push>(company.people.office, 'check_in_push', {
      device: device.header(),
      actions: flip ? notes.reverse() : notes,
    });
  };
  const [a, b] = [makeDevice(), makeDevice()];
  for (let n = 0; n < 20; n += 1) {
    const results = await Promise.all([round(left, a, false), round(right, b, true)]);
    for (const result of results) expect(outcomes(result)).toEqual(['applied', 'applied']);
  }
});

test('a push of reports locks its departures in order and holds no later one', async () => {
  const startsAt = new Date(Date.now() - 3 * 3_600_000);
  const [first, second] = (
    await Promise.all([1, 2].map(() => makeDeparture(db, company, { startsAt })))
  ).toSorted() as [string, string];
  const device = makeDevice();
  const reported = {
    replaces: [],
    lines: [],
    walk_ins: 0,
    guide_id: null,
    minutes_late: 0,
    incidents: null,
    note: null,
  };
  const payload = { ...reported, handed_over: 0, currency: 'DKK' } as never;
  const report = (departureId: string) => device.action('report_submit', { company, departureId, payload });
  await left.exec('begin');
  await left.query(`select from public.departures where id = $1 for no key update`, [first]);
  const pushing = beginPush(right, device, [report(second), report(first)]);
  await waitsForLock(db);
  await left.query(`select from public.departures where id = $1 for no key update nowait`, [second]);
  await left.exec('commit');
  expect(outcomes(await pushing)).toEqual(['applied', 'applied']);
  await right.exec('commit');
});

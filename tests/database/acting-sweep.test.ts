/** Without data sharing, no RPC, table or change event tells a partner who acts for the company who a guest is. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../src/lib/local-date.ts';
import type { Persona, Row } from '../support/database.ts';
import { expireChangeEventPause } from '../support/database-postgres.ts';
import { COMPANY, openRpcPermissionsScene, type RpcPermissionsScene } from '../support/rpc-permissions-scene.ts';

let scene: RpcPermissionsScene;
let personal: string[];
beforeAll(async () => {
  scene = await openRpcPermissionsScene();
  personal = await personalStrings();
  await nameGuestsInFreeTexts();
}, 120_000);
afterAll(() => scene?.close());

/**
 * Returns what was written about guests (names, addresses, numbers, notes), except texts that are also names of staff.
 */
async function personalStrings(): Promise<string[]> {
  const rows = await scene.db.query<{ text: string }>(
    `select distinct text from (
       select unnest(array[contact_name, contact_email, contact_phone, note]) as text from public.bookings where company_id = $1
       union all select name from public.guests where company_id = $1
       union all select payload ->> 'text' from public.check_in_actions where company_id = $1 and kind = 'note'
       union all select recipient from private.outbox_messages where company_id = $1 and booking_id is not null) as written
     where length(text) > 4 and not exists (select from public.users as u where u.display_name = text)`,
    [COMPANY],
  );
  return rows.map(({ text }) => text);
}

/**
 * Writes a guest's name into every free text of the office: names of saved views, notes of refunds and differences,
 * reasons in the log.
 */
async function nameGuestsInFreeTexts(): Promise<void> {
  const name = `(select contact_name from public.bookings where company_id = $1 and length(contact_name) > 4 order by id limit 1)`;
  for (const sql of [
    `update public.booking_views set name = concat(name, ' ', ${name}) where company_id = $1`,
    `update public.refunds set note = ${name} where company_id = $1`,
    `update private.payment_differences set note = ${name} where company_id = $1 and note is not null`,
    `update public.audit_events set after = after || jsonb_build_object('override', ${name}, 'reason_note', ${name}) where company_id = $1 and after is not null`,
  ])
    await scene.db.query(sql, [COMPANY]);
  // The log and the list of exports both repeat the name of a view.
  const { export: id } = scene.ids;
  await scene.db.rpc(scene.people.owner, 'switch_scheduled_export', { export: id, is_on: true });
  await scene.db.rpc(scene.people.owner, 'switch_scheduled_export', { export: id, is_on: false });
  for (const name of ['read_scheduled_exports', 'read_audit']) {
    const seen = new CollectedTexts();
    seen.add(name, await scene.attempt(scene.people.actingWithConsent, name));
    expect([name, seen.leaks().length > 0]).toEqual([name, true]);
  }
}

/** Collects every distinct text in a response. */
function textsOf(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value);
  else if (Array.isArray(value)) for (const item of value) textsOf(item, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      found.add(key);
      textsOf(item, found);
    }
}

class CollectedTexts {
  readonly #texts = new Map<string, string>();

  add(from: string, value: unknown): void {
    const found = new Set<string>();
    textsOf(value, found);
    for (const text of found) if (!this.#texts.has(text)) this.#texts.set(text, from);
  }

  leaks(): string[] {
    const all = [...this.#texts].map(([text, from]) => `${from}\u0000${text}`);
    const joined = all.join('\u0001');
    const leaked = personal.filter((text) => joined.includes(text));
    return leaked.map((text) => `${text} by ${all.find((item) => item.includes(text))!.split('\u0000')[0]}`);
  }
}

const ids = async (sql: string) => (await scene.db.query<{ id: string }>(sql, [COMPANY])).map(({ id }) => id);

/** Calls every reading RPC for every booking, departure and day of the demo. */
async function readAll(who: Persona, collected: CollectedTexts): Promise<void> {
  const attempt = async (name: string, input: Row) => {
    const result = await scene.attempt(who, name, input);
    collected.add(name, result);
    return result;
  };
  const days = await ids(`select distinct local_date::text as id from public.departures where company_id = $1`);
  for (const booking of await ids(`select id from public.bookings where company_id = $1 order by id limit 150`)) {
    await attempt('read_booking', { booking });
    await attempt('read_outbox', { booking });
    await attempt('preview_as_guest', { booking });
  }
  for (const departure of await ids(`select id from public.departures where company_id = $1`))
    await attempt('read_departure', { departure });
  for (const day of days) {
    await attempt('read_day', { day });
    await attempt('read_daily_close', { day });
    await attempt('suggest_assignments', { day });
  }
  const [first, last] = [days.sort()[0]!, days.at(-1)!];
  for (const name of [
    'read_calendar',
    'read_tour_reports',
    'read_planner',
    'read_ledger_export',
    'read_figures',
    'read_import_targets',
  ])
    await attempt(name, { from_date: first, to_date: addDays(first, 6) < last ? addDays(first, 6) : last });
  let cursor: unknown = null;
  for (let page = 0; page < 20; page += 1) {
    const pulled = await attempt('check_in_pull', { from_date: first, to_date: last, cursor, page_size: 2000 });
    cursor = pulled['cursor'];
    if (pulled['done'] !== false) break;
  }
  for (const sort of ['upcoming', 'newest']) {
    let after: unknown = null;
    for (let page = 0; page < 20; page += 1) {
      const found = await attempt('find_bookings', { sort, after, page_size: 200 });
      after = found['next'] ?? null;
      if (after === null) break;
    }
  }
  const guests = await scene.db.query<{ reference: string; code: string; voucher: string | null }>(
    `select b.reference, g.ticket_code as code, b.voucher_number as voucher
     from public.bookings as b join public.guests as g on g.booking_id = b.id join public.departures as d on d.id = b.departure_id
     where b.company_id = $1 and private.can_be_on_device(d.local_date) limit 15`,
    [COMPANY],
  );
  for (const { reference, code, voucher } of guests)
    for (const [kind, value] of Object.entries({ reference, ticket: code, voucher }))
      if (value) await attempt('check_in_look_up', { code: { kind, value } });
  for (const document of await ids(`select id from public.documents where company_id = $1 limit 30`))
    await attempt('read_document', { document });
  for (const by of ['status', 'tour', 'source']) await attempt('read_booking_totals', { by });
  await attempt('read_audit', { page_size: 200 });
}

/** Performs every action on bookings of guests. */
async function actOnBookings(who: Persona, collected: CollectedTexts): Promise<void> {
  const bookings = await ids(
    `select b.id from public.bookings as b join public.departures as d on d.id = b.departure_id
     where b.company_id = $1 and b.status = 'CONFIRMED' and d.starts_at > now() and b.contact_email is not null limit 5`,
  );
  const guest = async (booking: string) =>
    (await scene.db.query<{ id: string }>(`select id from public.guests where booking_id = $1 limit 1`, [booking]))[0]!.id; // prettier-ignore
  for (const [at, booking] of bookings.entries()) {
    const changes: [string, Row][] = [
      ['cancel_booking', { refund: 'none' }],
      ['cancel_booking', { preview: true }],
      ['change_party', { remove: [await guest(booking)] }],
      ['tag_booking', { add: ['vip'] }],
      ['resend_booking', {}],
      ['record_payment', { amount: 'due', currency: 'DKK', method: 'cash' }],
      ['edit_booking', { version: 0 }],
      ['merge_bookings', { other: bookings.at(at - 1) }],
      ['split_booking', { guests: [await guest(booking)] }],
      ['move_booking', { departure_id: scene.ids['departure'], override: 'x' }],
    ];
    for (const [name, change] of changes) collected.add(name, await scene.attempt(who, name, { booking, change }));
  }
  const [departure] = await scene.db.query<{ id: string; version: number }>(
    `select id, version from public.departures where id = $1`,
    [scene.ids['departure']],
  );
  for (const preview of [true, false])
    collected.add('cancel_departures', await scene.attempt(who, 'cancel_departures', { departures: [departure], reason: 'weather', preview })); // prettier-ignore
}

/** Reads every column of every table that signed-in people may read. */
async function readTables(who: Persona, collected: CollectedTexts): Promise<void> {
  const tables = await scene.db.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ') as columns
     from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
       and has_column_privilege('authenticated', c.oid, a.attnum, 'select') group by 1`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name, columns } of tables)
    collected.add(`table ${name}`, await scene.db.as(who, (query) => query(`select ${columns} from public.${name}`)));
}

const partner = () => scene.people.actingWithoutConsent;

test('with data sharing, the demo’s many guest texts are readable', async () => {
  expect(personal.length).toBeGreaterThan(100);
  const collected = new CollectedTexts();
  collected.add(
    'find_bookings',
    await scene.attempt(scene.people.actingWithConsent, 'find_bookings', { page_size: 200 }),
  );
  await readTables(scene.people.actingWithConsent, collected);
  expect(collected.leaks().length).toBeGreaterThan(personal.length / 2);
});

test('no reading RPC returns a guest’s data, whatever its arguments', async () => {
  const collected = new CollectedTexts();
  await readAll(partner(), collected);
  expect(collected.leaks()).toEqual([]);
});

test('no RPC returns a guest’s data, whether it succeeds or refuses', async () => {
  const collected = new CollectedTexts();
  for (const { name } of scene.rpcPermissions)
    if (scene.signatures.has(name)) collected.add(name, await scene.attempt(partner(), name));
  await actOnBookings(partner(), collected);
  expect(collected.leaks()).toEqual([]);
});

test('no table returns a guest’s data', async () => {
  const collected = new CollectedTexts();
  await readTables(partner(), collected);
  expect(collected.leaks()).toEqual([]);
});

test('no change event carries a guest’s data, whatever the company’s own staff change', async () => {
  const collected = new CollectedTexts();
  const listener = new Client({ connectionString: scene.url });
  await listener.connect();
  let count = 0;
  listener.on('notification', ({ payload }) => {
    count += 1;
    collected.add('event', JSON.parse(payload!) as Row);
  });
  await listener.query('listen muster_change_event');
  await expireChangeEventPause(scene.db);
  const { booking } = scene.ids;
  await scene.db.query(`update public.bookings set note = note || ' again', contact_name = contact_name || ' Jr' where id = $1`, [booking]); // prettier-ignore
  await scene.db.query(`update public.guests set name = 'Changed ' || name where booking_id = $1`, [booking]);
  await scene.db.rpc(scene.people.owner, 'cancel_booking', { request: crypto.randomUUID(), booking, change: {} });
  await listener.query('select 1');
  await listener.end();
  expect(count).toBeGreaterThan(0);
  expect(collected.leaks()).toEqual([]);
});

test('refuses files with guest data: archives, scheduled exports, calendar feeds, keys', async () => {
  for (const name of [
    'request_company_export',
    'open_company_export',
    'save_scheduled_export',
    'send_export_now',
    'create_calendar_feed',
    'change_calendar_feed',
    'create_api_key',
    'save_webhook',
    'read_webhook_delivery',
    'import_bookings',
    'send_document',
  ])
    expect([name, (await scene.attempt(partner(), name))['status']]).toEqual([
      name,
      expect.stringMatching(/^(not_permitted|not_found|gone)$/),
    ]);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { foldCheckIn, type FoldGuest } from '../../src/domain/check-in.ts';
import type { Action } from '../../src/domain/actions.ts';
import { BOOKING_STATUSES } from '../../src/domain/enums.ts';
import type { Database } from '../../supabase/local/database.ts';
import { createDepartures } from '../../supabase/seed/departures.ts';
import { COMPANIES, PEOPLE } from '../../supabase/seed/people.ts';
import { TOURS } from '../../supabase/seed/tours.ts';
import { openDemoDatabase } from '../support/local-backend.ts';

const NOW = new Date('2026-06-17T09:12:40Z');
const TABLES = [
  'companies',
  'organisations',
  'users',
  'roles_users',
  'tours',
  'tour_translations',
  'price_categories',
  'schedules',
  'schedule_exceptions',
  'blackouts',
  'departures',
  'departure_prices',
  'departure_guides',
  'guide_profiles',
  'time_off',
  'bookings',
  'guests',
  'devices',
  'check_in_actions',
  'booking_views',
];
/** Columns that the database sets, not the demo. */
const NOT_OURS = ['changed_xid', 'placed_xid', 'assigned_xid', 'role'];

interface Account {
  status: string;
  account: { limit: number };
  sums: { open: number }[];
  statements: { lines: { kind: string }[] }[];
}
const make = () => openDemoDatabase({ size: 'full', now: NOW });
let demo: Database;
beforeAll(async () => {
  demo = await make();
});
afterAll(() => demo.close());

async function one<T>(sql: string, parameters: unknown[] = []): Promise<T> {
  const { rows } = await demo.db.query<T>(sql, parameters);
  return rows[0] as T;
}

async function checksums({ db }: Database) {
  const sums: Record<string, string> = {};
  for (const table of TABLES) {
    const dropped = NOT_OURS.filter((column) => column !== 'role' || table === 'roles_users')
      .map((column) => `- '${column}'`)
      .join(' ');
    const excludedColumns = table === 'users' || table === 'organisations' ? `- 'created_at'` : '';
    const { rows } = await db.query<{ sum: string }>(
      `select md5(string_agg(line, '|' order by line)) as sum from (select (to_jsonb(t) ${dropped} ${excludedColumns})::text as line from public.${table} t) as lines`,
    );
    sums[table] = rows[0]?.sum ?? '';
  }
  return sums;
}

test('the same time makes the same demo', async () => {
  const remade = await make();
  try {
    const [first, second] = [await checksums(demo), await checksums(remade)];
    expect(Object.values(first)).not.toContain('');
    expect(second).toEqual(first);
  } finally {
    await remade.close();
  }
});

test('has the promised size', async () => {
  const counts = await one<Record<string, number>>(`select
    (select count(*)::int from public.companies) as companies, (select count(*)::int from public.companies where not is_active) as inactive,
    (select count(*)::int from public.organisations) as organisations, (select count(*)::int from public.tours) as tours,
    (select count(*)::int from public.tour_translations where title <> '' and meeting_notes <> '') as texts,
    (select count(*)::int from public.bookings) as bookings, (select count(*)::int from public.guests) as guests,
    (select max(n)::int from (select count(*) as n from public.guests group by booking_id) as parties) as largest,
    (select count(*)::int from public.bookings where voucher_number is not null and source = 'partner') as vouchers`);
  expect(counts).toMatchObject({ companies: 4, inactive: 1, organisations: 2, tours: 14, texts: 52, largest: 15 });
  expect(counts['bookings']).toBeGreaterThan(2800);
  expect(counts['bookings']).toBeLessThan(3300);
  expect(counts['guests']).toBeGreaterThan(7500);
  expect(counts['guests']).toBeLessThan(8800);
  expect(counts['vouchers']).toBeGreaterThan(300);
});

test('has every booking status, and unpaid, partly paid and paid bookings', async () => {
  const { rows } = await demo.db.query<{ status: string }>('select distinct status from public.bookings order by 1');
  expect(rows.map(({ status }) => status)).toEqual(BOOKING_STATUSES);
  const money = await one<
    Record<string, number>
  >(`select count(*) filter (where paid_amount = 0 and total_amount > 0)::int as unpaid,
    count(*) filter (where paid_amount between 1 and total_amount - 1)::int as part, count(*) filter (where paid_amount = total_amount)::int as paid,
    count(*) filter (where paid_amount > total_amount)::int as over from public.bookings where status = 'CONFIRMED'`);
  expect(money['unpaid']).toBeGreaterThan(100);
  expect(money['part']).toBeGreaterThan(30);
  expect(money['over']).toBe(0);
});

test('has partner bookings by links with consistent commission, and last month’s statement', async () => {
  const counts = await one<Record<string, number>>(`select
    (select count(*)::int from private.referral_links) as links, (select sum(clicks)::int from private.link_clicks) as clicks,
    (select count(*)::int from private.referrals where link_id is not null) as by_link, (select count(*)::int from private.referrals) as referrals,
    (select count(*)::int from private.commission_lines where state = 'earned') as earned,
    (select count(*)::int from private.commission_statements where state = 'issued') as issued,
    (select count(*)::int from private.commission_statements where state = 'disputed') as disputed,
    (select count(*)::int from private.commission_statements as s where s.amount <> (
      select sum(l.amount) from private.statement_lines as t join private.commission_lines as l on l.id = t.line_id where t.statement_id = s.id)) as wrong_sums`);
  expect(counts).toMatchObject({ links: 6, issued: 1, disputed: 1, wrong_sums: 0 });
  expect(counts['clicks']).toBeGreaterThan(300);
  expect(counts['by_link']).toBeGreaterThan(100);
  expect(counts['referrals']).toBeGreaterThan(400);
  expect(counts['earned']).toBeGreaterThan(100);
  // Recalculating the ledger changes nothing, for departures that are over at the demo's time.
  const { rows } = await demo.db.query<{ amount: number; due: number }>(
    `select (select coalesce(sum(l.amount), 0)::int from private.commission_lines as l where l.referral_id = r.id and l.state = 'earned') as amount, due.earned::int as due
     from private.referrals as r cross join lateral private.referral_commission(r) as due where r.due_at <= $1 order by r.id limit 40`,
    [NOW.toISOString()],
  );
  expect(rows).toHaveLength(40);
  for (const { amount, due } of rows) expect(amount).toBe(due);
});

test('has a partner account that both sides read, with bookings, payments and credit left', async () => {
  const of = await one<{ company: string; organisation: string }>(
    `select company_id as company, organisation_id as organisation from private.partner_accounts`,
  );
  const seen: { account: Account }[] = [];
  for (const login of ['owner', 'partner'])
    await demo.db.transaction(async (tx) => {
      // As that person, because nobody else may read it.
      const claims = JSON.stringify({ sub: PEOPLE.find((person) => person.login === login)!.id });
      await tx.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
      const { rows } = await tx.query<{ account: Account }>(
        `select public.read_account($1, $2, '2026-06') as account`,
        [of.company, of.organisation],
      );
      seen.push(rows[0]!);
    });
  const { account } = seen[0]!;
  expect(seen[1]).toEqual(seen[0]);
  expect(account.status).toBe('ok');
  const [{ open }] = account.sums as [{ open: number }];
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThan(account.account.limit);
  expect(new Set(account.statements[0]!.lines.map(({ kind }) => kind)).size).toBeGreaterThan(1);
});

test('has a scheduled export that was sent and is next due on Monday, and a paused one', async () => {
  const { rows } = await demo.db.query<{ json: object; view: string; may: boolean; problem: string | null }>(
    `select private.export_json(s) as json, (select v.name from public.booking_views as v where v.id = s.view_id) as view, private.export_problem(s) as problem,
       (select bool_and(private.may_export(person, s.company_id, s.kind)) from unnest(s.members) as person) as may
     from private.scheduled_exports as s where s.company_id = $1 order by s.made_at`,
    [COMPANIES.copenhagen.id],
  );
  const found = await one<{ count: number }>(
    // Monday to Sunday of the week before Monday, 15 June 2026.
    `select count(*)::int from public.bookings where company_id = $1
       and (created_at at time zone 'Europe/Copenhagen')::date between '2026-06-08' and '2026-06-14'`,
    [COMPANIES.copenhagen.id],
  );
  expect(found.count).toBeGreaterThan(0);
  expect(rows).toMatchObject([
    {
      may: true,
      problem: null,
      view: 'Bogholderi',
      json: {
        outside: ['bogholder@tal-og-orden.example.com'],
        frequency: 'weekly',
        time: '07:00',
        pause_reason: null,
        next_at: '2026-06-22T05:00:00.000Z',
        last: { at: '2026-06-15T05:00:02.000Z', found: found.count, sent: 2, failed: 0, waiting: 0, fetched: 1 },
      },
    },
    {
      may: true,
      problem: null,
      view: 'Mødestedet',
      json: { pause_reason: 'by_hand', next_at: null, last: null },
    },
  ]);
  expect(rows).toHaveLength(2);
});

test('contains no contradictions', async () => {
  const wrong = await one<Record<string, number>>(
    `select
    (select count(*)::int from public.bookings b join public.departures d on d.id = b.departure_id where b.created_at > d.starts_at) as booked_late,
    (select count(*)::int from public.bookings where created_at > $1) as booked_in_the_future,
    (select count(*)::int from public.bookings where status = 'ON_HOLD' and expires_at <= $1) as held_and_expired,
    (select count(*)::int from public.check_in_actions where occurred_at > $1 or recorded_at > $1) as recorded_in_the_future,
    (select count(*)::int from public.departures d where capacity < (select count(*) from public.guests g where g.departure_id = d.id and not is_cancelled)) as overbooked,
    (select count(*)::int from public.guests g left join public.bookings b on b.id = g.booking_id and b.departure_id = g.departure_id and b.company_id = g.company_id where b.id is null) as stray_guests,
    (select count(*)::int from public.bookings b left join public.departures d on d.id = b.departure_id and d.company_id = b.company_id where d.id is null) as stray_bookings,
    (select count(*)::int from public.departures d left join public.tours t on t.id = d.tour_id and t.company_id = d.company_id where t.id is null) as stray_departures,
    (select count(*)::int from public.check_in_actions a left join public.guests g on g.id = a.guest_id and g.departure_id = a.departure_id where a.guest_id is not null and g.id is null) as stray_actions,
    (select count(*)::int from public.check_in_actions a left join public.devices v on v.id = a.device_id and v.user_id = a.user_id where v.id is null) as stray_devices,
    (select count(*)::int from public.guests g left join public.price_categories p on p.id = g.price_category_id and p.type = g.category_type where p.id is null) as stray_prices,
    (select count(*)::int from public.bookings b where total_amount <> (select coalesce(sum(p.amount), 0) from public.guests g join public.price_categories p on p.id = g.price_category_id where g.booking_id = b.id)) as wrong_totals,
    (select count(*)::int from public.departures d join public.companies c on c.id = d.company_id where d.local_date <> (d.starts_at at time zone c.time_zone)::date) as wrong_days`,
    [NOW.toISOString()],
  );
  expect(Object.entries(wrong).filter(([, count]) => count !== 0)).toEqual([]);
});

test('has a complete roll-call for each departed tour, and the server agrees', async () => {
  const { rows: departures } = await demo.db.query<{ id: string; status: string }>(
    `select d.id, d.status from public.departures d join public.companies c on c.id = d.company_id
     where d.status in ('departed', 'completed') and c.has_active_subscription order by d.id`,
  );
  expect(departures.length).toBeGreaterThan(150);
  for (const { id } of departures.filter((_, place) => place % 6 === 0)) {
    const guests = await demo.db.query<FoldGuest>(
      `select id, booking_id as "bookingId", is_cancelled as cancelled from public.guests where departure_id = $1`,
      [id],
    );
    const actions = await demo.db.query(
      `select id, kind, payload, guest_id as "guestId", booking_id as "bookingId", device_id as "deviceId", private.iso(occurred_at) as "occurredAt"
       from public.check_in_actions where departure_id = $1`,
      [id],
    );
    const state = foldCheckIn(guests.rows, actions.rows as unknown as Action[]);
    expect(state.departed).not.toBeNull();
    expect(state.tally.expected).toBe(0);
    expect(state.departed?.payload).toEqual({ head_count: state.tally.checkedIn });
  }
});

describe('at any time', () => {
  test.each([
    '2026-06-17T22:05:00Z',
    '2026-06-17T03:00:00Z',
    '2026-06-17T06:30:00Z',
    '2026-06-17T12:00:00Z',
    '2026-06-17T18:20:00Z',
    '2026-06-17T21:50:00Z',
    '2026-10-25T00:40:00Z',
    '2027-03-28T00:40:00Z',
  ])('at %s the guide has departures today and tomorrow', (moment) => {
    const now = new Date(moment);
    const all = createDepartures(TOURS, { now, from: -1, to: 2, bigCapacity: 520 });
    const guide = PEOPLE.find(({ login }) => login === 'guide');
    const mine = (day: number) =>
      all.filter((each) => each.day === day && each.guides.some(({ id }) => id === guide?.id));
    const big = all.filter(({ kind }) => kind === 'big');
    const soon = all.filter(({ kind }) => kind === 'soon');
    expect([big.length, soon.length]).toEqual([1, 1]);
    for (const each of [...big, ...soon]) {
      expect(each.status).toBe('scheduled');
      expect(each.endsAt.getTime()).toBeGreaterThan(now.getTime() + 30 * 60_000);
      expect(each.guides[0]).toBe(guide);
    }
    expect((soon[0]?.startsAt.getTime() ?? 0) - now.getTime()).toBeLessThanOrEqual(40 * 60_000);
    expect(mine(0).length).toBeGreaterThanOrEqual(3);
    expect(mine(1).length).toBeGreaterThanOrEqual(2);
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the day is the company’s local day, not the server’s', () => {
    const now = new Date('2026-06-17T22:30:00Z');
    const days = createDepartures(TOURS, { now, from: 0, to: 0, bigCapacity: 520 }).map(({ localDate }) => localDate);
    expect(new Set(days)).toEqual(new Set(['2026-06-18']));
  });
});

test('has guides in the week ahead who declined, were asked, are away, or have a conflict', async () => {
  const lanes = await one<{ states: string[]; away: number; kinds: string[]; assigned: number; seats: number }>(
    `with week as (
       select d.id, d.local_date, d.starts_at, d.ends_at, g.user_id, g.status::text as state
       from public.departures d left join public.departure_guides g on g.departure_id = d.id
       where d.company_id = $1 and d.local_date between '2026-06-22' and '2026-06-28')
     select (select array_agg(distinct state order by state) from week where state is not null) as states,
       (select count(*)::int from public.time_off where company_id = $1) as away,
       (select array_agg(distinct c.kind order by c.kind) from private.duty_conflicts($1, array(select x from private.duties($1, '2026-06-22', '2026-06-28') as x)) as c) as kinds,
       (select count(distinct id)::int from week where state in ('accepted', 'proposed')) as assigned,
       (select count(*)::int from private.departure_seats where seats > 0) as seats`,
    [COMPANIES.copenhagen.id],
  );
  expect(lanes.states).toEqual(['accepted', 'declined', 'proposed']);
  expect(lanes.away).toBe(2);
  expect(lanes.kinds).toEqual(expect.arrayContaining(['hours', 'overlap', 'time_off']));
  expect(lanes.assigned).toBeGreaterThan(20);
  expect(lanes.seats).toBeGreaterThan(200);
});

test('has notices and pending requests for its guide', async () => {
  const guide = PEOPLE.find(({ login }) => login === 'guide')?.id;
  const { rows } = await demo.db.query<{ day: string }>(
    `select n.change::text, private.iso(n.previous_start) as previous_start, private.iso(d.starts_at) as starts, d.status::text, d.local_date::text as day,
       exists (select from public.departure_guides g where g.departure_id = d.id and g.user_id = n.user_id and g.status <> 'declined') as "isOn"
     from private.guide_notices n join public.departures d on d.id = n.departure_id where n.user_id = $1 order by 1`,
    [guide],
  );
  expect(rows).toMatchObject([
    { change: 'cancelled', previous_start: null, status: 'cancelled', isOn: true },
    {
      change: 'moved',
      previous_start: '2026-07-02T08:00:00.000Z',
      starts: '2026-07-03T14:30:00.000Z',
      status: 'scheduled',
      isOn: true,
    },
    { change: 'unassigned', previous_start: null, status: 'scheduled', isOn: false },
  ]);
  for (const { day } of rows) expect(day > '2026-06-20').toBe(true);
  const proposals = await one<{ count: number }>(
    `select count(*)::int from public.departure_guides g join public.departures d on d.id = g.departure_id
     where g.user_id = $1 and g.status = 'proposed' and d.status = 'scheduled' and d.starts_at > $2`,
    [guide, NOW.toISOString()],
  );
  expect(proposals.count).toBeGreaterThan(0);
});

test('has days off, exceptions, a monthly schedule, and a departure with its own terms', async () => {
  const dates = await one<Record<string, unknown>>(
    `select
      (select count(*)::int from public.departures d join public.blackouts b on b.company_id = d.company_id and (b.tour_id is null or b.tour_id = d.tour_id)
        where d.schedule_id is not null and d.local_date between b.from_date and b.to_date) as on_days_off,
      (select array_agg(name order by from_date) from public.blackouts where company_id = $1) as days_off,
      (select count(*)::int from public.departures d join public.schedule_exceptions e on e.schedule_id = d.schedule_id and e.local_date = d.scheduled_date
        where e.kind = 'removed') as left_out,
      (select to_char(d.starts_at at time zone 'Europe/Copenhagen', 'MM-DD HH24:MI') from public.departures d
        join public.schedule_exceptions e on e.schedule_id = d.schedule_id and e.local_date = d.scheduled_date where e.moved_to is not null) as moved,
      (select array_agg(to_char(d.local_date, 'MM-DD') order by d.local_date) from public.departures d join public.schedules s on s.id = d.schedule_id
        where s.rrule = 'FREQ=MONTHLY;BYDAY=2SA') as second_saturdays,
      (select array_agg(array[d.capacity::text, p.amount::text] order by d.id) from public.departures d join public.departure_prices p on p.departure_id = d.id
        where d.own_capacity and d.meeting_note is not null) as own,
      (select array_agg(t.slug) from public.tours t where t.status = 'archived') as archived,
      (select array_agg(t.slug) from public.tours t join private.tour_pictures p on p.tour_id = t.id
        where private.picture_problem(p.bytes) is null and p.tag = left(encode(sha256(p.bytes), 'hex'), 16)) as pictured,
      (select array_agg(distinct type::text order by type::text) from public.price_categories where accompanied_by <> '{}') as accompanied`,
    [COMPANIES.copenhagen.id],
  );
  expect(dates).toEqual({
    on_days_off: 0,
    days_off: [
      'Personaledag',
      'Jul',
      'Nytårsdag',
      'Skærtorsdag',
      'Langfredag',
      'Påskedag',
      '2. påskedag',
      'Kristi himmelfartsdag',
      'Pinsedag',
      '2. pinsedag',
    ],
    left_out: 0,
    moved: '07-03 16:30',
    second_saturdays: ['06-13', '07-11', '08-08'],
    own: [['18', '59500']],
    archived: ['harbour-by-kayak'],
    pictured: ['harbour-light-walk'],
    accompanied: ['CHILD', 'INFANT'],
  });
});

test('its departures equal those that its schedules would make', async () => {
  // Saving a schedule reports departures that it removes; the demo's own must not be among them.
  const { rows } = await demo.db.query(
    `with wanted as (
       select w.* from public.companies c
       cross join lateral private.desired_departures(
         array(select s.id from public.schedules s join public.tours t on t.id = s.tour_id where s.company_id = c.id and s.is_active and t.status = 'live'),
         '2026-06-19', '2026-08-10') as w),
     there as (
       select d.schedule_id, d.scheduled_date, d.starts_at from public.departures d join public.tours t on t.id = d.tour_id
       where d.schedule_id is not null and t.status = 'live' and d.scheduled_date between '2026-06-19' and '2026-08-10')
     select 'not wanted' as what, t.schedule_id, t.scheduled_date, t.starts_at from there t
       where not exists (select from wanted w where w.schedule_id = t.schedule_id and w.scheduled_date = t.scheduled_date and w.starts_at = t.starts_at)
     union all
     select 'missing', w.schedule_id, w.scheduled_date, w.starts_at from wanted w
       where not exists (select from there t where w.schedule_id = t.schedule_id and w.scheduled_date = t.scheduled_date and w.starts_at = t.starts_at)`,
  );
  expect(rows).toEqual([]);
});

test('has a busy day today', async () => {
  const big = await one<{ guests: number; guides: number }>(
    `select count(*)::int as guests,
      (select count(*)::int from public.departure_guides where departure_id = d.id) as guides
    from public.departures d join public.guests g on g.departure_id = d.id and not g.is_cancelled
    where d.company_id = $1 and d.local_date = '2026-06-17' group by d.id order by 1 desc limit 1`,
    [COMPANIES.copenhagen.id],
  );
  expect(big).toEqual({ guests: 500, guides: 5 });
  const early = await one<{ count: number; people: number }>(
    `select count(*)::int as count, count(distinct a.user_id)::int as people
    from public.check_in_actions a join public.departures d on d.id = a.departure_id
    where d.status = 'scheduled' and d.local_date = '2026-06-17' and a.kind = 'check_in' and a.user_id <> $1`,
    [PEOPLE.find(({ login }) => login === 'guide')?.id],
  );
  expect(early.count).toBeGreaterThan(0);
  expect(early.people).toBe(1);
});

/**
 * Calendar feeds as an independent reader parses them, across clock changes, moves, cancellations and changing guides
 * (ADR 065).
 */
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calendarFeed } from '../../supabase/functions/calendar-feed/handler.ts';
import { makeBooking, makeCompany, makeDeparture, makePerson, type Company } from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { teamCalls } from '../support/team-calls.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

interface Feed {
  id: string;
  kind: string;
  token: string | null;
  person: { id: string; name: string } | null;
  fetched_at: string | null;
  fetched_by: string | null;
}
type FeedList = { status: string; may_decide: boolean; feeds: Feed[]; tours: { id: string }[] };

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
});
beforeEach(async () => {
  company = await makeCompany(db);
});
afterAll(() => db?.close());

const owner = () => company.people.owner;
const guide = () => company.people.guide;
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const rpc = <T = { status: string }>(as: Persona, name: string, args: Record<string, unknown> = {}) =>
  db.rpc<T>(as, name, { company: company.id, ...args });
const make = (as: Persona, kind: string, subject: string | null = null, locale = 'en') =>
  rpc(as, 'create_calendar_feed', { kind, subject, locale });
const feeds = async (as: Persona = owner()) => (await rpc<FeedList>(as, 'read_calendar_feeds')).feeds;
const feedOf = async (kind: string) => (await feeds()).find((feed) => feed.kind === kind)!;
const ownFeed = async (as: Persona = guide()) => (await rpc<{ feed: Feed | null }>(as, 'read_own_calendar_feed')).feed;
const stateOf = async (id: string) =>
  (
    await db.query<{ version: number; starts_at: Date }>(
      'select version, starts_at from public.departures where id = $1',
      [id],
    )
  )[0]!;

const fetchFeed = (token: string, headers: Record<string, string> = {}, method = 'GET') =>
  calendarFeed(
    new Request(`http://127.0.0.1/functions/v1/calendar-feed?token=${token}`, { headers, method }),
    fakePorts({ database: serviceDatabase(db) }),
  );

interface ParsedEvent {
  uid: string;
  sequence: number;
  status: string;
  start: string;
  end: string;
  title: string;
  place: string;
  text: string;
}
/** Reads a feed with ical.js. */
async function read(token: string): Promise<{ name: string; events: ParsedEvent[]; file: string }> {
  const response = await fetchFeed(token);
  expect(response.status).toBe(200);
  const file = await response.text();
  const root = new ICAL.Component(ICAL.parse(file));
  return {
    file,
    // ical.js does not unescape non-standard properties.
    name: String(root.getFirstPropertyValue('x-wr-calname')).replace(/\\n/g, '\n').replace(/\\(.)/g, '$1'),
    events: root.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      expect(event.startDate.zone.tzid).toBe('UTC');
      return {
        uid: event.uid,
        sequence: event.sequence,
        status: String(component.getFirstPropertyValue('status')),
        start: event.startDate.toJSDate().toISOString(),
        end: event.endDate.toJSDate().toISOString(),
        title: event.summary,
        place: event.location,
        text: event.description,
      };
    }),
  };
}
const companyToken = async () => {
  await make(owner(), 'company');
  return (await feedOf('company')).token!;
};
const guideToken = async (as: Persona = guide()) => {
  await make(as, 'guide', as);
  return (await ownFeed(as))!.token!;
};

/** Returns the Sundays on which Copenhagen's clock changes, within the range of a feed. */
function clockChanges(): string[] {
  const lastSunday = (year: number, month: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0));
    return new Date(Date.UTC(year, month, last.getUTCDate() - last.getUTCDay())).toISOString().slice(0, 10);
  };
  const year = new Date().getUTCFullYear();
  return [year, year + 1]
    .flatMap((year) => [lastSunday(year, 2), lastSunday(year, 9)])
    .filter((date) => date > day(1) && date < day(360));
}

describe('a company’s feed', () => {
  test('has each departure in UTC, with the local time as text, across clock changes', async () => {
    const token = await companyToken();
    const dates = clockChanges();
    expect(dates.length).toBeGreaterThan(0);
    const expected: string[] = [];
    for (const date of dates)
      for (const offset of [-1, 0, 1]) {
        const local = new Date(Date.parse(`${date}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);
        const [row] = await db.query<{ at: Date }>(
          `select ($1::date + time '10:00') at time zone 'Europe/Copenhagen' as at`,
          [local],
        );
        await makeDeparture(db, company, { startsAt: row!.at });
        expected.push(row!.at.toISOString());
      }
    const { events, name, file } = await read(token);
    expect(name).toBe(company.name);
    expect(events.map(({ start }) => start)).toEqual(expected.sort());
    // The UTC hour differs after the change; the local time does not.
    expect(new Set(events.map(({ start }) => start.slice(11)))).toEqual(new Set(['09:00:00.000Z', '08:00:00.000Z']));
    for (const event of events) {
      expect(event.text).toContain('10:00–11:30, Central European Time');
      expect(Date.parse(event.end) - Date.parse(event.start)).toBe(90 * 60_000);
      expect(event).toMatchObject({ status: 'CONFIRMED', title: 'Harbour walk', place: 'The fountain' });
    }
    expect(file).not.toMatch(/TZID|VTIMEZONE/);
    for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  });

  test('keeps UIDs, raises SEQUENCE with moves, and keeps cancelled departures', async () => {
    const token = await companyToken();
    const departure = await makeDeparture(db, company, { localDate: day(20) });
    const [first] = (await read(token)).events;
    const move = await rpc(owner(), 'move_departure', {
      departure,
      version: (await stateOf(departure)).version,
      to_date: day(21),
      to_time: '18:30',
      message: '',
      preview: false,
    });
    expect(move.status).toBe('ok');
    const [moved] = (await read(token)).events;
    expect(moved).toMatchObject({ uid: first!.uid, start: (await stateOf(departure)).starts_at.toISOString() });
    expect(moved!.sequence).toBeGreaterThan(first!.sequence);
    const cancelled = await rpc(owner(), 'cancel_departures', {
      departures: [{ id: departure, version: (await stateOf(departure)).version }],
      reason: 'weather',
      message: '',
      preview: false,
    });
    expect(cancelled.status).toBe('ok');
    const [off] = (await read(token)).events;
    expect(off).toMatchObject({ uid: first!.uid, status: 'CANCELLED', title: 'Cancelled: Harbour walk' });
    expect(off!.sequence).toBeGreaterThan(moved!.sequence);
  });

  test('covers thirty days back to a year ahead, with guest counts but no names', async () => {
    const token = await companyToken();
    for (const offset of [-32, -29, 1, 364, 367]) await makeDeparture(db, company, { localDate: day(offset) });
    const departureId = await makeDeparture(db, company, { localDate: day(2) });
    await makeBooking(db, company, { departureId, guests: 3 });
    const { events, file } = await read(token);
    expect(events.map(({ start }) => start.slice(0, 10))).toEqual([day(-29), day(1), day(2), day(364)]);
    expect(events[2]!.text).toContain('Booked: 3 of 20');
    const names = await db.query<{ name: string }>(
      `select name from public.guests where departure_id = $1 union select contact_name from public.bookings where departure_id = $1`,
      [departureId],
    );
    expect(names.length).toBeGreaterThan(0);
    for (const { name } of names) expect(file).not.toContain(name);
  });
});

describe('a tour’s feed', () => {
  test('has only that tour, in the chosen language, with special characters escaped', async () => {
    const title = 'Havn, langsomt; æøå \\ tilbage\nog 日本語'.repeat(8);
    await db.query(
      `insert into public.tour_translations (tour_id, locale, title, meeting_point) values ($1, 'da', $2, 'Springvandet; ved uret')`,
      [company.tourId, title],
    );
    await makeDeparture(db, company, { localDate: day(3) });
    const [other] = await db.query<{ id: string }>(
      `insert into public.tours (company_id, slug, duration_minutes, capacity) values ($1, 'other', 60, 5) returning id`,
      [company.id],
    );
    await makeDeparture(db, { ...company, tourId: other!.id }, { localDate: day(3) });
    expect((await make(owner(), 'tour', company.tourId, 'da')).status).toBe('ok');
    const token = (await feedOf('tour')).token!;
    const { events, name } = await read(token);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ title, place: 'Springvandet; ved uret' });
    expect(events[0]!.text).toContain('Centraleuropæisk tid\nSprog: engelsk\nBooket: 0 af 20');
    expect(name).toBe(`${title} · ${company.name}`);
    // Another language, the same address.
    expect((await make(owner(), 'tour', company.tourId, 'en')).status).toBe('ok');
    expect((await feedOf('tour')).token).toBe(token);
    expect((await read(token)).events[0]!.title).toBe('Harbour walk');
  });
});

describe('a guide’s feed', () => {
  test('follows a proposal, acceptance and removal with the next fetch', async () => {
    const token = await guideToken();
    const departure = await makeDeparture(db, company, { localDate: day(5), guides: [] });
    await makeDeparture(db, company, { localDate: day(5), guides: [] });
    const updateAssignment = async (name: string, more: object = {}) =>
      rpc(owner(), name, { departure, version: (await stateOf(departure)).version, guide: guide(), ...more });
    expect((await read(token)).events).toEqual([]);
    expect((await updateAssignment('assign_guide')).status).toBe('ok');
    const [proposed] = (await read(token)).events;
    expect(proposed).toMatchObject({ status: 'TENTATIVE', text: expect.stringContaining('Not answered yet') });
    expect((await rpc(guide(), 'answer_assignment', { departure, reply: 'accepted' })).status).toBe('ok');
    const [accepted] = (await read(token)).events;
    expect(accepted).toMatchObject({ uid: proposed!.uid, status: 'CONFIRMED' });
    expect((await updateAssignment('unassign_guide')).status).toBe('ok');
    const [off] = (await read(token)).events;
    expect(off).toMatchObject({
      uid: proposed!.uid,
      status: 'CANCELLED',
      text: expect.stringContaining('no longer on this'),
    });
    expect([proposed, accepted, off].map((event) => event!.sequence)).toEqual(
      [proposed, accepted, off].map((event) => event!.sequence).toSorted((a, b) => a - b),
    );
    expect(off!.sequence).toBeGreaterThan(accepted!.sequence);
    // The office's own entry of that departure is still confirmed.
    const office = (await read(await companyToken())).events.find(({ uid }) => uid.startsWith(departure))!;
    expect(office.status).toBe('CONFIRMED');
    expect(office.uid).not.toBe(proposed!.uid);
  });

  test('ends when the guide leaves the team, and stays ended when they return', async () => {
    const team = teamCalls(db);
    const person = await makePerson(db, { role: 'guide', company: company.id });
    const token = await guideToken(person);
    expect((await fetchFeed(token)).status).toBe(200);
    expect((await team.deactivate(owner(), company, person)).status).toBe('ok');
    expect((await fetchFeed(token)).status).toBe(404);
    expect((await team.reactivate(owner(), company, person)).status).toBe('ok');
    expect((await fetchFeed(token)).status).toBe(404);
    const newToken = await guideToken(person);
    // A person who no longer guides reads nothing either.
    await db.query('delete from public.roles_users where user_id = $1', [person]);
    expect((await fetchFeed(newToken)).status).toBe(404);
  });
});

describe('an address', () => {
  test('that is wrong, replaced, removed or of an inactive company gets the response of an unknown one', async () => {
    const token = await companyToken();
    expect((await fetchFeed(token)).status).toBe(200);
    const feed = await feedOf('company');
    expect(await db.rpc(owner(), 'change_calendar_feed', { feed: feed.id })).toEqual({ status: 'ok' });
    const changed = (await feedOf('company')).token!;
    expect(changed).not.toBe(token);
    const refusal = async (feedToken: string) => {
      const response = await fetchFeed(feedToken);
      return [response.status, await response.text(), Object.fromEntries(response.headers)];
    };
    const unknown = await refusal('A'.repeat(42));
    expect(unknown[0]).toBe(404);
    expect(await refusal(token)).toEqual(unknown);
    expect(await refusal('')).toEqual(unknown);
    expect(await refusal(`${changed}x`)).toEqual(unknown);
    await db.query('update public.companies set is_active = false where id = $1', [company.id]);
    expect(await refusal(changed)).toEqual(unknown);
    await db.query('update public.companies set is_active = true where id = $1', [company.id]);
    expect((await fetchFeed(changed)).status).toBe(200);
    expect(await db.rpc(owner(), 'delete_calendar_feed', { feed: feed.id })).toEqual({ status: 'ok' });
    expect(await refusal(changed)).toEqual(unknown);
    expect((await fetchFeed(changed, {}, 'POST')).status).toBe(405);
  });

  test('answers 304 until its content changes, and records when and by what it was fetched', async () => {
    const token = await companyToken();
    const departureId = await makeDeparture(db, company, { localDate: day(4) });
    const first = await fetchFeed(token, { 'user-agent': `Google-Calendar-Importer ${'x'.repeat(500)}` });
    const tag = first.headers.get('etag')!;
    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    const same = await fetchFeed(token, { 'if-none-match': tag });
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag]);
    const changes: Record<string, () => Promise<unknown>> = {
      'a booking': () => makeBooking(db, company, { departureId, guests: 2 }),
      'a note': () => db.query(`update public.departures set meeting_note = 'Library' where id = $1`, [departureId]),
      'a title': () =>
        db.query(`update public.tour_translations set title = 'Walk' where tour_id = $1`, [company.tourId]),
      'another departure': () => makeDeparture(db, company, { localDate: day(6) }),
      'one departure fewer': () =>
        db.query('delete from public.departures where local_date = $1 and company_id = $2', [day(6), company.id]),
      'the zone': () => db.query(`update public.companies set time_zone = 'Europe/London' where id = $1`, [company.id]),
      'the language': () => make(owner(), 'company', null, 'it'),
    };
    let etag = tag;
    for (const [what, change] of Object.entries(changes)) {
      await change();
      const response = await fetchFeed(token, { 'if-none-match': etag });
      expect([what, response.status]).toEqual([what, 200]);
      etag = response.headers.get('etag')!;
    }
    const { fetched_at: at, fetched_by: by } = await feedOf('company');
    expect(Date.now() - Date.parse(at!)).toBeLessThan(60_000);
    expect(by).toMatch(/^Google-Calendar-Importer x{50,}$/);
    expect(by!.length).toBeLessThanOrEqual(120);
    // Within a minute only the first fetch is recorded.
    await fetchFeed(token, { 'user-agent': 'Another' });
    expect((await feedOf('company')).fetched_by).toBe(by);
    await db.query(`update private.calendar_feeds set fetched_at = now() - interval '61 seconds' where token = $1`, [
      token,
    ]);
    await fetchFeed(token, { 'user-agent': 'Another' });
    expect((await feedOf('company')).fetched_by).toBe('Another');
  });

  test('is rate limited per feed; guessed tokens are limited per client address', async () => {
    const token = await companyToken();
    const { id } = await feedOf('company');
    const emptyBucket = (key: string) =>
      db.query(
        `insert into private.rate_limit_buckets (key, tokens, counted_at) values ($1, 0, clock_timestamp())
         on conflict (key) do update set tokens = 0, counted_at = clock_timestamp()`,
        [key],
      );
    await emptyBucket('no-feed:192.0.2.7');
    const from = (address: string, feedToken: string) => fetchFeed(feedToken, { 'cf-connecting-ip': address });
    const tried = await from('192.0.2.7', 'B'.repeat(42));
    expect([tried.status, Number(tried.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await from('192.0.2.8', 'B'.repeat(42))).status).toBe(404);
    expect((await from('192.0.2.7', token)).status).toBe(200);
    await emptyBucket(`feed:${id}`);
    expect((await from('192.0.2.9', token)).status).toBe(429);
  });
});

describe('managing feeds', () => {
  test('owners manage feeds of the company and its tours and can remove a guide’s; guides manage only their own', async () => {
    const stranger = await makeCompany(db);
    for (const as of [company.people.office, guide(), stranger.people.owner])
      for (const [kind, subject] of [
        ['company', null],
        ['tour', company.tourId],
      ] as const)
        expect([kind, await make(as, kind, subject)]).toEqual([kind, { status: 'not_permitted' }]);
    expect(await make(owner(), 'guide', guide())).toEqual({ status: 'not_permitted' });
    expect(await make(guide(), 'guide', owner())).toEqual({ status: 'not_permitted' });
    expect(await make(company.people.accountant, 'guide', company.people.accountant)).toEqual({
      status: 'not_permitted',
    });
    expect(await make(owner(), 'tour', stranger.tourId)).toEqual({ status: 'not_found' });
    expect(await make('anon', 'company').catch(() => 'refused')).toBe('refused');
    const token = await guideToken();
    const seen = await feedOf('guide');
    // The owner sees that it exists, but not its address.
    expect([seen.token, seen.person!.id]).toEqual([null, guide()]);
    for (const as of [stranger.people.owner, company.people.office, owner()])
      expect(await db.rpc(as, 'change_calendar_feed', { feed: seen.id })).toEqual({ status: 'not_found' });
    for (const as of [stranger.people.owner, company.people.office])
      expect(await db.rpc(as, 'delete_calendar_feed', { feed: seen.id })).toEqual({ status: 'not_found' });
    expect((await fetchFeed(token)).status).toBe(200);
    expect(await db.rpc(owner(), 'delete_calendar_feed', { feed: seen.id })).toEqual({ status: 'ok' });
    expect(await ownFeed()).toBeNull();
    expect((await rpc<FeedList>(company.people.office, 'read_calendar_feeds')).status).toBe('not_permitted');
  });

  test('adding a feed twice keeps one address; the audit log never contains it', async () => {
    await make(owner(), 'company');
    await make(owner(), 'company');
    expect(await feeds()).toHaveLength(1);
    const { id, token } = await feedOf('company');
    await db.rpc(owner(), 'change_calendar_feed', { feed: id });
    const { token: newToken } = await feedOf('company');
    await db.rpc(owner(), 'delete_calendar_feed', { feed: id });
    const log = await db.query<{ action: string; before: unknown; after: unknown }>(
      'select action, before, after from public.audit_events where company_id = $1 order by happened_at, id',
      [company.id],
    );
    expect(log.map(({ action }) => action).toSorted()).toEqual([
      'change_calendar_feed',
      'create_calendar_feed',
      'delete_calendar_feed',
    ]);
    expect(JSON.stringify(log)).not.toContain(token);
    expect(JSON.stringify(log)).not.toContain(newToken);
  });

  test('erasing a company deletes its feeds', async () => {
    await companyToken();
    await guideToken();
    await db.query('select public.erase_company($1)', [company.id]);
    expect(await db.query('select from private.calendar_feeds where company_id = $1', [company.id])).toEqual([]);
  });
});

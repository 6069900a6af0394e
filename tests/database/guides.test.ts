/** Guides: availability, assignment, answers, schedule, suggestions and a guide's own month, for each persona. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findConflicts, MINUTES_A_WEEK, type Conflict as TypedConflict } from '../../src/domain/assignment.ts';
import { toDuty, toGuideAvailability, type PlannerData } from '../../src/data/guides.ts';
import { fromWire } from '../../src/data/wire.ts';
import {
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { day, openScene, strangersTo, type Card, type Scene } from './calendar-scene.ts';
import { caseCount, runUntilCovered } from '../../src/lib/testing/random-cases.ts';

let db: Database;
let scene: Scene;
let company: Company;
let other: Company;
let partner: { admin: string; agent: string };
let [office, guide, colleague] = ['', '', ''];
beforeAll(async () => {
  db = await openPostgres();
  other = await makeCompany(db);
});
afterAll(() => db?.close());
beforeEach(async () => {
  scene = await openScene(db);
  ({ company } = scene);
  ({ office, guide } = company.people);
  colleague = await makePerson(db, { role: 'guide', company: company.id });
  partner = await makeOrganisation(db, [company]);
});

/** Makes a departure on a local date, from one local time to another. */
async function at(date: string, from: string, to: string, more: { guides?: string[]; language?: string } = {}) {
  const id = await scene.departure({ localDate: date, guides: more.guides ?? [] });
  await db.query(
    `update public.departures set starts_at = ($2::date + $3::time) at time zone 'Europe/Copenhagen', ends_at = ($2::date + $4::time) at time zone 'Europe/Copenhagen', language = $5 where id = $1`,
    [id, date, from, to, more.language ?? 'en'],
  );
  return id;
}
const assign = async (person: Persona, departure: string, who: string, more: Record<string, unknown> = {}) =>
  scene.ask(person, 'assign_guide', { departure, version: await scene.versionOf(departure), guide: who, ...more });
const save = (person: Persona, who: string, version: number, changes: unknown) =>
  scene.ask(person, 'save_availability', { person: who, version, changes });
const off = (person: Persona, who: string, [from, to]: [string, string], id = randomUUID()) =>
  scene.ask(person, 'add_time_off', {
    id,
    person: who,
    from_date: from,
    from_time: '00:00',
    to_date: to,
    to_time: '24:00',
    note: 'Away',
  });
const stateOf = async (departure: string, who: string) =>
  (
    await db.query<{ status: string; role: string }>(
      `select status, role from public.departure_guides where departure_id = $1 and user_id = $2`,
      [departure, who],
    )
  )[0];

describe('assigning', () => {
  test('proposes the departure to the guide, mails them, and is idempotent', async () => {
    const id = await scene.departure();
    const args = { departure: id, version: 1, guide };
    const result = await scene.ask(office, 'assign_guide', args);
    expect(result).toMatchObject({
      status: 'ok',
      departure: { version: 2, guides: [{ user_id: guide, state: 'proposed', role: 'lead' }] },
    });
    expect(await scene.ask(office, 'assign_guide', args)).toEqual(result);
    expect(await scene.mails('assignment')).toMatchObject([
      { recipient: `${guide}@muster.test`, data: { change: 'proposed' } },
    ]);
    expect(await scene.audited('assign_guide')).toBe(1);
  });

  test('accepts at once without a mail when staff assign themselves', async () => {
    const id = await scene.departure();
    await assign(office, id, office);
    expect(await stateOf(id, office)).toEqual({ status: 'accepted', role: 'lead' });
    expect(await scene.mails('assignment')).toEqual([]);
  });

  test('replaces another guide and drops a proposal mail that was not sent yet', async () => {
    const id = await scene.departure();
    await assign(office, id, guide);
    expect(await assign(office, id, colleague, { instead_of: guide })).toMatchObject({
      status: 'ok',
      departure: { guides: [{ user_id: colleague }] },
    });
    expect(await stateOf(id, guide)).toBeUndefined();
    expect((await scene.mails('assignment')).map(({ recipient, data }) => [recipient, data['change']])).toEqual([
      [`${colleague}@muster.test`, 'proposed'],
    ]);
  });

  test('mails a guide who is removed after accepting in the app, before the proposal mail was sent', async () => {
    const id = await scene.departure();
    await assign(office, id, guide);
    await scene.ask(guide, 'answer_assignment', { departure: id, reply: 'accepted' });
    await scene.ask(office, 'unassign_guide', { departure: id, version: await scene.versionOf(id), guide });
    expect((await scene.mails('assignment')).map(({ data }) => data['change'])).toEqual(['withdrawn']);
  });

  test('mails a guide who is removed after accepting', async () => {
    const id = await scene.departure({ guides: [guide] });
    expect(await scene.ask(office, 'unassign_guide', { departure: id, version: 1, guide })).toMatchObject({
      status: 'ok',
      departure: { version: 2, guides: [] },
    });
    expect(await scene.ask(office, 'unassign_guide', { departure: id, version: 1, guide })).toMatchObject({
      status: 'ok',
    });
    expect(await scene.mails('assignment')).toMatchObject([{ data: { change: 'withdrawn' } }]);
    expect(await scene.audited('unassign_guide')).toBe(1);
  });

  describe('undone at once', () => {
    const assignedDeparture = async () => {
      const id = await scene.departure({ guides: [guide] });
      await db.query(`update public.departure_guides set role = 'assistant' where departure_id = $1`, [id]);
      return id;
    };

    test('restores the guide’s answer and mails nobody', async () => {
      const id = await assignedDeparture();
      await scene.ask(office, 'unassign_guide', { departure: id, version: await scene.versionOf(id), guide });
      await assign(office, id, guide, { role: 'assistant' });
      expect(await stateOf(id, guide)).toEqual({ status: 'accepted', role: 'assistant' });
      expect(await scene.mails('assignment')).toEqual([]);
    });

    test('restores a guide who was replaced', async () => {
      const id = await assignedDeparture();
      await assign(office, id, colleague, { instead_of: guide });
      expect((await scene.mails('assignment')).length).toBe(2);
      await assign(office, id, guide, { role: 'assistant', instead_of: colleague });
      expect(await stateOf(id, guide)).toEqual({ status: 'accepted', role: 'assistant' });
      expect(await stateOf(id, colleague)).toBeUndefined();
      expect(await scene.mails('assignment')).toEqual([]);
    });

    test('restores a proposal whose mail was still pending', async () => {
      const id = await scene.departure();
      await assign(office, id, guide);
      await scene.ask(office, 'unassign_guide', { departure: id, version: await scene.versionOf(id), guide });
      expect(await scene.mails('assignment')).toEqual([]);
      await assign(office, id, guide);
      expect(await stateOf(id, guide)).toMatchObject({ status: 'proposed' });
      expect(await scene.mails('assignment')).toMatchObject([{ data: { change: 'proposed' } }]);
    });

    test('is a new proposal once a mail was sent or the departure changed', async () => {
      const mailed = await assignedDeparture();
      await scene.ask(office, 'unassign_guide', { departure: mailed, version: await scene.versionOf(mailed), guide });
      // The mail was sent: no job is pending.
      await db.query(`delete from private.jobs where kind = 'send_mail'`);
      await assign(office, mailed, guide);
      expect(await stateOf(mailed, guide)).toMatchObject({ status: 'proposed' });
      const changed = await assignedDeparture();
      await scene.ask(office, 'unassign_guide', { departure: changed, version: await scene.versionOf(changed), guide });
      await scene.ask(office, 'change_departures', {
        departures: await scene.chosen(changed),
        changes: { closed: true },
      });
      await assign(office, changed, guide, { ignore_conflicts: true });
      expect(await stateOf(changed, guide)).toMatchObject({ status: 'proposed' });
      expect((await scene.mails('assignment')).filter(({ data }) => data['change'] === 'withdrawn').length).toBe(1);
    });

    test('delays the mail by five minutes', async () => {
      const id = await assignedDeparture();
      await scene.ask(office, 'unassign_guide', { departure: id, version: await scene.versionOf(id), guide });
      expect(
        await db.query(
          `select job.run_at > now() + interval '4 minutes' as waits from private.jobs as job
           join private.outbox_messages as mail on mail.id::text = job.dedupe_key where mail.dedupe_key like 'assignment:' || $1 || '%'`,
          [id],
        ),
      ).toEqual([{ waits: true }]);
    });
  });

  test('is refused with its conflicts unless the office confirms', async () => {
    const there = await at(day(12), '10:00', '12:00', { guides: [guide] });
    const id = await at(day(12), '11:00', '13:00', { language: 'da' });
    await save(office, guide, 0, { languages: ['en', 'es'], hours: [] });
    await off(guide, guide, [day(12), day(12)]);
    const refused = await assign(office, id, guide);
    expect(refused.status).toBe('conflicts');
    expect(
      refused.conflicts!.map(({ kind, other_id }) => [kind, kind === 'overlap' ? other_id === there : true]),
    ).toEqual([
      ['hours', true],
      ['language', true],
      ['overlap', true],
      ['time_off', true],
    ]);
    expect(await stateOf(id, guide)).toBeUndefined();
    expect(await assign(office, id, guide, { ignore_conflicts: true })).toMatchObject({ status: 'ok' });
  });

  test('is refused for people who are not guides, and for ended, outdated or invalid departures', async () => {
    const id = await scene.departure();
    for (const who of [
      company.people.accountant,
      company.people.reservations,
      other.people.guide,
      partner.admin,
      randomUUID(),
    ])
      expect(await assign(office, id, who)).toEqual({ status: 'not_a_guide' });
    expect(await scene.ask(office, 'assign_guide', { departure: id, version: 5, guide })).toMatchObject({
      status: 'stale',
      departures: [{ id, version: 1 }],
    });
    expect(await assign(office, id, guide, { role: 'boss' })).toEqual({ status: 'invalid' });
    const over = await scene.departure({ status: 'cancelled' });
    expect(await assign(office, over, guide)).toEqual({ status: 'ended', departures: [over] });
  });
});

describe('answering', () => {
  const reply = (person: Persona, departure: string, response: unknown) =>
    scene.ask(person, 'answer_assignment', { departure, reply: response });

  test('is up to the guide: proposed, accepted, then declined, and never back', async () => {
    const id = await scene.departure();
    await assign(office, id, guide);
    expect(await reply(guide, id, 'accepted')).toEqual({ status: 'ok' });
    expect(await reply(guide, id, 'accepted')).toEqual({ status: 'ok' });
    expect(await stateOf(id, guide)).toMatchObject({ status: 'accepted' });
    expect(await reply(guide, id, 'declined')).toEqual({ status: 'ok' });
    expect(await reply(guide, id, 'accepted')).toEqual({ status: 'ended' });
    expect(await stateOf(id, guide)).toMatchObject({ status: 'declined' });
    expect(await scene.versionOf(id)).toBe(4);
    expect(await scene.audited('answer_assignment')).toBe(2);
    expect(await assign(office, id, guide)).toMatchObject({ status: 'ok' });
    expect(await stateOf(id, guide)).toMatchObject({ status: 'proposed' });
  });

  test('mails a decline to the office’s address, or else to the owner', async () => {
    const id = await scene.departure({ guides: [guide, colleague] });
    await db.query(
      `update public.companies set contact_email = 'office@walks.test', default_locale = 'da' where id = $1`,
      [company.id],
    );
    await reply(guide, id, 'declined');
    await db.query(`update public.companies set contact_email = null where id = $1`, [company.id]);
    await reply(colleague, id, 'declined');
    const mails = await scene.mails('assignment-declined');
    expect(Object.fromEntries(mails.map(({ recipient, data }) => [recipient, data['isAlone']]))).toEqual({
      'office@walks.test': false,
      [`${company.people.owner}@muster.test`]: true,
    });
  });

  test('is refused to everybody else, and for ended departures', async () => {
    const id = await scene.departure({ guides: [guide] });
    for (const person of [colleague, company.people.owner, company.people.guide_manager])
      expect(await reply(person, id, 'declined')).toEqual({ status: 'not_found' });
    const acting = await makePerson(db, { role: 'platform_admin' });
    for (const person of [acting, company.people.accountant, other.people.guide, partner.admin])
      expect(await reply(person, id, 'declined')).toEqual({ status: 'not_permitted' });
    expect(await reply(guide, id, 'perhaps')).toEqual({ status: 'invalid' });
    const past = await scene.departure({ localDate: day(-3), guides: [guide] });
    expect(await reply(guide, past, 'declined')).toEqual({ status: 'ended' });
    expect(await stateOf(id, guide)).toMatchObject({ status: 'accepted' });
    const elsewhere = await makeDeparture(db, other);
    expect(await reply(guide, elsewhere, 'declined')).toEqual({ status: 'not_found' });
  });
});

describe('availability', () => {
  const read = (person: Persona, who: string) =>
    scene.ask<{ status: string; hours: unknown; languages: unknown; version: number; time_off: { id: string }[] }>(
      person,
      'read_availability',
      { person: who },
    );

  test('lets guides set their hours and the office their languages; adjacent spans are merged', async () => {
    expect(await read(guide, guide)).toMatchObject({
      status: 'ok',
      hours: null,
      languages: null,
      version: 0,
      time_off: [],
    });
    expect(
      await save(guide, guide, 0, {
        hours: [
          [540, 720],
          [720, 1020],
          [2000, 2060],
        ],
      }),
    ).toEqual({ status: 'ok', version: 1 });
    expect(await save(guide, guide, 1, { languages: ['en'] })).toEqual({ status: 'not_permitted' });
    expect(await save(office, guide, 0, { hours: null })).toMatchObject({
      status: 'stale',
      version: 1,
      hours: [
        [540, 1020],
        [2000, 2060],
      ],
    });
    expect(await save(office, guide, 1, { languages: ['es', 'en', 'es'] })).toEqual({ status: 'ok', version: 2 });
    expect(await save(office, guide, 1, { languages: ['en', 'es'] })).toEqual({ status: 'ok', version: 2 });
    expect(await read(office, guide)).toMatchObject({
      hours: [
        [540, 1020],
        [2000, 2060],
      ],
      languages: ['en', 'es'],
      version: 2,
    });
    expect(await scene.audited('save_availability')).toBe(2);
  });

  test.each([
    [{}],
    [[]],
    [{ hours: [[5, 5]] }],
    [{ hours: [[5, 10081]] }],
    [{ hours: [[-1, 5]] }],
    [{ hours: [[1]] }],
    [{ hours: 'always' }],
    [{ hours: [[1.5, 3]] }],
    [{ languages: ['klingon'] }],
    [{ languages: [5] }],
    [{ languages: {} }],
  ])('rejects invalid values: %j', async (changes) =>
    expect(await save(office, guide, 0, changes)).toEqual({ status: 'invalid' }),
  );

  test('adds time off idempotently, lists departures within it, and deletes it', async () => {
    const id = randomUUID();
    const on = await scene.departure({ localDate: day(5), guides: [guide] });
    await scene.departure({ localDate: day(7), guides: [guide] });
    const added = await off(guide, guide, [day(4), day(5)], id);
    expect(added).toMatchObject({ status: 'ok', departures: [{ id: on }] });
    expect(await off(guide, guide, [day(4), day(5)], id)).toEqual(added);
    expect((await read(office, guide)).time_off).toMatchObject([{ id }]);
    expect(await scene.audited('add_time_off')).toBe(1);
    expect(await db.rpc(colleague, 'delete_time_off', { id })).toEqual({ status: 'ok' });
    expect((await read(office, guide)).time_off).toHaveLength(1);
    for (let n = 0; n < 2; n += 1) expect(await db.rpc(office, 'delete_time_off', { id })).toEqual({ status: 'ok' });
    expect((await read(office, guide)).time_off).toEqual([]);
    for (const wrong of [
      [day(5), day(4)],
      [day(0), day(500)],
      ['infinity', 'infinity'],
    ] as [string, string][])
      expect(await off(guide, guide, wrong)).toEqual({ status: 'invalid' });
    // Another person's id reveals nothing about it.
    await off(colleague, colleague, [day(4), day(5)], id);
    expect(await off(guide, guide, [day(4), day(5)], id)).toEqual({ status: 'invalid' });
  });

  test('of others is open to the office only', async () => {
    for (const person of [colleague, company.people.accountant, other.people.owner, partner.admin, partner.agent]) {
      expect(await read(person, guide)).toEqual({ status: 'not_permitted' });
      expect(await save(person, guide, 0, { hours: null })).toEqual({ status: 'not_permitted' });
      expect(await off(person, guide, [day(4), day(5)])).toEqual({ status: 'not_permitted' });
    }
    expect(await read(office, other.people.guide)).toEqual({ status: 'not_found' });
    expect(await read(company.people.owner, guide)).toMatchObject({ status: 'ok' });
  });

  test('the owner alone sets the minimum change between two tours', async () => {
    const rules = (person: Persona, minutes: unknown) =>
      scene.ask(person, 'save_guide_rules', { minimum_break_minutes: minutes });
    expect(await rules(company.people.owner, 30)).toEqual({ status: 'ok' });
    expect(await scene.ask(office, 'read_planner', { from_date: day(0), to_date: day(1) })).toMatchObject({
      minimum_break_minutes: 30,
    });
    for (const person of [office, guide, other.people.owner])
      expect(await rules(person, 0)).toEqual({ status: 'not_permitted' });
    for (const minutes of [-1, 241, null])
      expect(await rules(company.people.owner, minutes)).toEqual({ status: 'invalid' });
  });
});

describe('suggestions', () => {
  interface Suggested {
    status: string;
    suggestions: { departure_id: string; version: number; user_id: string; minutes: number }[];
    unassigned: { departure_id: string; reason: string }[];
  }
  const suggest = (person: Persona, date: string) => scene.ask<Suggested>(person, 'suggest_assignments', { day: date });

  test('fill a day by language, availability and fewest hours, without storing anything', async () => {
    const date = day(16);
    // The colleague has a longer tour in that week, so that hours decide between equals; only the colleague speaks
    // Danish.
    await at(date, '07:00', '08:30', { guides: [colleague] });
    await save(office, guide, 0, { languages: ['en'] });
    await save(office, colleague, 0, { languages: ['en', 'da'] });
    const first = await at(date, '10:00', '12:00');
    const second = await at(date, '11:00', '13:00', { language: 'da' });
    const third = await at(date, '12:30', '13:30');
    const fourth = await at(date, '15:00', '16:00', { language: 'it' });
    const fifth = await at(date, '10:30', '11:30');
    const result = await suggest(office, date);
    expect(result.suggestions.map(({ departure_id, user_id, minutes }) => [departure_id, user_id, minutes])).toEqual([
      [first, guide, 0],
      [fifth, colleague, 90],
      [third, guide, 120],
    ]);
    expect(result.unassigned).toEqual([
      { departure_id: second, reason: 'nobody_free' },
      { departure_id: fourth, reason: 'nobody_speaks' },
    ]);
    expect(await scene.mails('assignment')).toEqual([]);
    for (const { departure_id, version, user_id } of result.suggestions)
      expect(
        await scene.ask(office, 'assign_guide', { departure: departure_id, version, guide: user_id }),
      ).toMatchObject({ status: 'ok' });
    expect((await suggest(office, date)).suggestions).toEqual([]);
  });

  test('leave out guides who declined, are away, or do not work then', async () => {
    const date = day(17);
    const id = await at(date, '10:00', '12:00');
    await db.query(`insert into public.departure_guides values ($1, $2, 'lead', 'declined')`, [id, guide]);
    await off(colleague, colleague, [date, date]);
    expect(await suggest(office, date)).toMatchObject({
      suggestions: [],
      unassigned: [{ departure_id: id, reason: 'nobody_free' }],
    });
  });
});

describe('a guide’s own month', () => {
  const month = (person: Persona) =>
    scene.ask<{ status: string; departures: (Card & { colleagues: string[]; state: string })[]; time_off: unknown[] }>(
      person,
      'read_my_month',
      { from_date: day(0), to_date: day(31) },
    );

  test('lists assignments and proposals with colleagues, and the guide’s time off', async () => {
    const mine = await scene.departure({ guides: [guide, colleague] });
    const proposed = await scene.departure({ localDate: day(12) });
    await assign(office, proposed, guide);
    const declined = await scene.departure({ localDate: day(13), guides: [guide] });
    await scene.ask(guide, 'answer_assignment', { departure: declined, reply: 'declined' });
    await scene.departure();
    await off(guide, guide, [day(20), day(21)]);
    const result = await month(guide);
    expect(result.departures.map(({ id, state, colleagues }) => [id, state, colleagues])).toEqual([
      [mine, 'accepted', ['guide']],
      [proposed, 'proposed', []],
    ]);
    expect(result.time_off).toHaveLength(1);
    expect(JSON.stringify(result)).not.toContain('Müller');
  });

  test('is for people who guide', async () => {
    for (const person of [company.people.accountant, other.people.guide, partner.admin])
      expect(await month(person)).toEqual({ status: 'not_permitted' });
    expect(await month(company.people.owner)).toMatchObject({ status: 'ok', departures: [] });
  });
});

test('lists the pending proposals of a guide, earliest first, and nobody else’s', async () => {
  const waits = (person: Persona) => db.rpc(person, 'read_pending_requests', {});
  const nothing = { status: 'ok', company_names: [], requests: [], notices: [] };
  expect(await waits(guide)).toEqual(nothing);
  const [later, first, off] = [
    await scene.departure({ localDate: day(40) }),
    await scene.departure({ localDate: day(12) }),
    await scene.departure({ localDate: day(11) }),
  ];
  for (const id of [later, first, off]) await assign(office, id, guide);
  await db.query(`update public.departures set status = 'cancelled' where id = $1`, [off]);
  const requests = await db.query<{ departure_id: string; starts_at: string }>(
    'select id as departure_id, private.iso(starts_at) as starts_at from public.departures where id = any($1) order by starts_at',
    [[later, first]],
  );
  const ofCompany = { company_id: company.id, company_name: company.name, time_zone: 'Europe/Copenhagen' };
  expect(await waits(guide)).toMatchObject({
    ...nothing,
    requests: requests.map((request) => ({ ...request, ...ofCompany, title: expect.any(Object) })),
  });
  for (const person of [colleague, office, other.people.guide, partner.admin])
    expect(await waits(person)).toEqual(nothing);
  await scene.ask(guide, 'answer_assignment', { departure: first, reply: 'accepted' });
  await scene.ask(guide, 'answer_assignment', { departure: later, reply: 'declined' });
  expect(await waits(guide)).toEqual(nothing);
  await db.query('update public.companies set is_active = false where id = $1', [company.id]);
  await assign(office, await scene.departure(), guide);
  expect(await waits(guide)).toEqual(nothing);
});

describe('a guide’s notices', () => {
  type Notice = {
    departure_id: string;
    change: string;
    noted_at: string;
    starts_at: string;
    previous_start: string | null;
  };
  const notices = async (person: Persona) =>
    ((await db.rpc(person, 'read_pending_requests', {})) as unknown as { notices: Notice[] }).notices;
  const changesOf = async (person: Persona) =>
    (await notices(person)).map(({ departure_id, change }) => [departure_id, change]);
  const move = async (id: string, to_date: string) =>
    expect(
      await scene.ask(office, 'move_departure', {
        departure: id,
        version: await scene.versionOf(id),
        to_date,
        to_time: '09:00',
      }),
    ).toMatchObject({ status: 'ok' });
  const cancel = async (id: string) =>
    expect(
      await scene.ask(office, 'cancel_departures', {
        departures: [{ id, version: await scene.versionOf(id) }],
        reason: 'weather',
      }),
    ).toMatchObject({ status: 'ok' });
  const takeOff = async (id: string) =>
    expect(
      await scene.ask(office, 'unassign_guide', { departure: id, version: await scene.versionOf(id), guide }),
    ).toMatchObject({ status: 'ok' });

  test('show a removal, move or cancellation: the latest per departure, and only to that guide', async () => {
    const [off, moved, called] = [
      await scene.departure({ localDate: day(10), guides: [guide] }),
      await scene.departure({ localDate: day(11), guides: [guide] }),
      await scene.departure({ localDate: day(30), guides: [guide, colleague] }),
    ];
    await takeOff(off);
    const [before] = await db.query<{ at: string }>(
      'select private.iso(starts_at) as at from public.departures where id = $1',
      [moved],
    );
    await move(moved, day(20));
    await move(moved, day(21));
    await cancel(called);
    const found = await notices(guide);
    expect(found.map(({ departure_id, change }) => [departure_id, change])).toEqual([
      [off, 'unassigned'],
      [moved, 'moved'],
      [called, 'cancelled'],
    ]);
    // From the time they knew.
    expect(found[1]).toMatchObject({
      previous_start: before!.at,
      company_name: company.name,
      time_zone: 'Europe/Copenhagen',
    });
    expect(await changesOf(colleague)).toEqual([[called, 'cancelled']]);
    for (const person of [office, other.people.guide, partner.admin]) expect(await notices(person)).toEqual([]);
    await takeOff(moved);
    expect((await changesOf(guide))[1]).toEqual([moved, 'unassigned']);
  });

  test('are dismissed by the guide; later ones stay', async () => {
    const id = await scene.departure({ localDate: day(10), guides: [guide, colleague] });
    await move(id, day(20));
    const [seen] = await notices(guide);
    await move(id, day(21));
    const dismissNotice = (person: Persona, until: string) =>
      db.rpc(person, 'dismiss_notices', { departures: `{${id}}`, seen_until: until });
    expect(await dismissNotice(guide, seen!.noted_at)).toEqual({ status: 'ok' });
    expect(await changesOf(guide)).toEqual([[id, 'moved']]);
    const until = (await notices(guide))[0]!.noted_at;
    for (let times = 0; times < 2; times += 1) expect(await dismissNotice(guide, until)).toEqual({ status: 'ok' });
    expect(await changesOf(guide)).toEqual([]);
    expect(await changesOf(colleague)).toEqual([[id, 'moved']]);
  });

  test('leave out own changes, unknown or past departures, and removals that were reversed', async () => {
    const [own, unknown, again, over] = [
      await scene.departure({ localDate: day(10), guides: [office] }),
      await scene.departure({ localDate: day(11) }),
      await scene.departure({ localDate: day(12), guides: [guide] }),
      await scene.departure({ localDate: day(13), guides: [guide] }),
    ];
    await cancel(own);
    expect(await changesOf(office)).toEqual([]);
    await assign(office, unknown, guide);
    await takeOff(unknown);
    expect(await changesOf(guide)).toEqual([]);
    await takeOff(again);
    expect(await changesOf(guide)).toEqual([[again, 'unassigned']]);
    await assign(office, again, guide);
    expect(await changesOf(guide)).toEqual([]);
    await cancel(over);
    await db.query(
      `update public.departures set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where id = $1`,
      [over],
    );
    expect(await changesOf(guide)).toEqual([]);
  });
});

test('only the office assigns and reads the schedule by guide', async () => {
  const id = await scene.departure();
  const calls: [string, Record<string, unknown>][] = [
    ['assign_guide', { departure: id, version: 1, guide }],
    ['unassign_guide', { departure: id, version: 1, guide }],
    ['read_planner', { from_date: day(0), to_date: day(6) }],
    ['suggest_assignments', { day: day(10) }],
  ];
  for (const [name, args] of calls) {
    for (const person of strangersTo(other, company, [partner.admin, partner.agent]))
      expect({ name, ...(await scene.ask(person, name, args)) }).toEqual({ name, status: 'not_permitted' });
    await expect(scene.ask('anon', name, args)).rejects.toMatchObject({ code: '42501' });
  }
  for (const args of [
    { from_date: day(1), to_date: day(0) },
    { from_date: day(0), to_date: day(14) },
    { from_date: '-infinity', to_date: 'infinity' },
  ])
    expect(await scene.ask(office, 'read_planner', args)).toEqual({ status: 'invalid' });
});

/** Ignores order, because pairs are found from both sides. */
const sorted = (conflicts: readonly TypedConflict[]) =>
  conflicts.map(({ departureId, userId, kind, otherId }) => [departureId, userId, kind, otherId].join(' ')).sort();

test('conflicts marked while dragging match the database on random weeks', async () => {
  const people = [guide, colleague, company.people.guide_manager];
  const tours = [company.tourId];
  for (const [latitude, longitude] of [
    [55.6761, 12.5683],
    [55.69, 12.6],
    [null, null],
    [48.1, 179.99],
    [48.1, -179.99],
  ]) {
    const [made] = await db.query<{ id: string }>(
      `insert into public.tours (company_id, slug, duration_minutes, capacity, latitude, longitude, guide_languages) values ($1, $2, 60, 10, $3, $4, '{en}') returning id`,
      [company.id, `tour-${randomUUID()}`, latitude, longitude],
    );
    tours.push(made!.id);
  }
  // Across the clock change on 25 October 2026 and a Sunday midnight.
  const FROM = Date.parse('2026-10-21T22:00:00Z');
  const span = fc
    .tuple(fc.integer({ min: 0, max: MINUTES_A_WEEK - 1 }), fc.integer({ min: 60, max: 4000 }))
    .map(([from, length]) => [from, Math.min(from + length, MINUTES_A_WEEK)] as const);
  const week = fc.record({
    change: fc.integer({ min: 0, max: 90 }),
    departures: fc.array(
      fc.record({
        tour: fc.integer({ min: 0, max: tours.length - 1 }),
        start: fc.integer({ min: 0, max: 6 * 96 }),
        // Soon after the previous one: random times alone hardly ever leave too little time to travel.
        soonAfter: fc.option(fc.integer({ min: 0, max: 120 })),
        minutes: fc.integer({ min: 15, max: 1600 }),
        language: fc.constantFrom('en', 'da'),
        guides: fc.subarray([0, 1, 2]),
        status: fc.constantFrom('scheduled', 'scheduled', 'scheduled', 'cancelled'),
        state: fc.constantFrom('accepted', 'proposed', 'declined'),
      }),
      { minLength: 2, maxLength: 12 },
    ),
    profiles: fc.tuple(
      ...people.map(() =>
        fc.record({
          languages: fc.option(fc.subarray(['en', 'da'])),
          hours: fc.option(fc.array(span, { maxLength: 4 })),
          off: fc.array(fc.tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 1, max: 40 })), { maxLength: 2 }),
        }),
      ),
    ),
  });
  const seen = new Set<string>();
  const play = (seed: number) =>
    fc.assert(
      fc.asyncProperty(week, async ({ change, departures, profiles }) => {
        await db.exec(
          `delete from public.departures where company_id = '${company.id}'; delete from public.time_off; delete from public.guide_profiles`,
        );
        await scene.ask(company.people.owner, 'save_guide_rules', { minimum_break_minutes: change });
        let last = FROM;
        for (const { tour, start, soonAfter, minutes, language, guides, status, state } of departures) {
          const isChained = soonAfter !== null && last > FROM && last < FROM + 6 * 86_400_000;
          const from = new Date(isChained ? last + soonAfter * 60_000 : FROM + start * 900_000);
          last = from.getTime() + minutes * 60_000;
          const [made] = await db.query<{ id: string }>(
            `insert into public.departures (company_id, tour_id, starts_at, ends_at, local_date, capacity, language, status)
           values ($1, $2, $3, $4, ($3::timestamptz at time zone 'Europe/Copenhagen')::date, 10, $5, $6) returning id`,
            [
              company.id,
              tours[tour],
              from.toISOString(),
              new Date(from.getTime() + minutes * 60_000).toISOString(),
              language,
              status,
            ],
          );
          for (const place of guides)
            await db.query(`insert into public.departure_guides (departure_id, user_id, status) values ($1, $2, $3)`, [
              made!.id,
              people[place],
              state,
            ]);
        }
        for (const [place, { languages, hours, off: away }] of profiles.entries()) {
          await save(office, people[place]!, 0, { languages, hours });
          for (const [from, length] of away)
            await db.query(
              `insert into public.time_off (id, company_id, user_id, starts_at, ends_at) values ($1, $2, $3, $4, $5)`,
              [
                randomUUID(),
                company.id,
                people[place],
                new Date(FROM + from * 3_600_000).toISOString(),
                new Date(FROM + (from + length) * 3_600_000).toISOString(),
              ],
            );
        }
        const lanes = fromWire(
          await scene.ask(office, 'read_planner', { from_date: '2026-10-20', to_date: '2026-10-31' }),
        ) as PlannerData;
        const byId = new Map(lanes.tours.map((tour) => [tour.id, tour]));
        const duties = lanes.departures
          .filter(({ status }) => status !== 'cancelled')
          .map((departure) => ({
            duty: toDuty(departure, byId),
            who: departure.guides.filter(({ state }) => state !== 'declined').map(({ userId }) => userId),
          }));
        const ownConflicts = lanes.guides.flatMap((each) => {
          const mine = duties.filter(({ who }) => who.includes(each.id)).map(({ duty }) => duty);
          return mine.flatMap((duty) =>
            findConflicts(duty, {
              guide: toGuideAvailability(each),
              others: mine,
              minimumBreakMinutes: lanes.minimumBreakMinutes,
            }),
          );
        });
        for (const { kind } of ownConflicts) seen.add(kind);
        expect(sorted(ownConflicts)).toEqual(sorted(lanes.conflicts));
      }),
      { numRuns: caseCount(40), seed },
    );
  const KINDS = ['hours', 'language', 'overlap', 'time_off', 'travel'];
  await runUntilCovered(() => seen.size === KINDS.length, play);
  expect([...seen].sort()).toEqual(KINDS);
});

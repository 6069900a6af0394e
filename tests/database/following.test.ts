/** How departures follow changes of their schedule or tour: who is asked again, who is notified, and what stays. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeBooking, makeDeparture } from '../support/database-fixtures.ts';
import { addMail, day, openScene, type Scene } from './calendar-scene.ts';

let db: Database;
let scene: Scene;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());
beforeEach(async () => {
  scene = await openScene(db);
});

interface Affected {
  id: string;
  impact: string;
  decision: string | null;
  language: string;
  to_language: string | null;
  capacity: number;
  to_capacity: number | null;
  to_ends_at: string | null;
}
interface RpcResult {
  status: string;
  version?: number;
  departures?: Affected[];
  changed?: number;
  problems?: { field: string; code: string }[];
}
const call = (name: string, args: Record<string, unknown>) => db.rpc<RpcResult>(scene.company.people.owner, name, args);
const form = (more: Record<string, unknown> = {}) => ({
  rrule: 'FREQ=DAILY',
  starts_on: day(10),
  local_time: '10:00',
  capacity: null,
  language: null,
  is_active: true,
  ...more,
});
const save = (schedule: string, input: object, version: number, decisions: object = {}) =>
  call('save_schedule', { schedule, tour: scene.company.tourId, version, input, decisions });
async function running(input = form()): Promise<string> {
  const schedule = randomUUID();
  expect(await save(schedule, input, 0)).toMatchObject({ status: 'ok' });
  return schedule;
}
interface Row {
  id: string;
  at: string;
  minutes: number;
  capacity: number;
  language: string;
  follows_schedule: boolean;
  own_capacity: boolean;
  own_language: boolean;
}
const rowOf = async (id: string) =>
  (
    await db.query<Row>(
      `select id, to_char(starts_at at time zone 'Europe/Copenhagen', 'HH24:MI') as at, (extract(epoch from ends_at - starts_at) / 60)::int as minutes,
         capacity, language, follows_schedule, own_capacity, own_language from public.departures where id = $1`,
      [id],
    )
  )[0];
const on = async (date: string) =>
  (
    await db.query<{ id: string }>(`select id from public.departures where company_id = $1 and scheduled_date = $2`, [
      scene.company.id,
      date,
    ])
  )[0]!.id;
async function makeBookingOn(departureId: string, guests = 2) {
  const { bookingId } = await makeBooking(db, scene.company, { departureId, guests });
  return addMail(db, bookingId, 'da');
}
const { guide, guide_manager: second } = { guide: 'guide', guide_manager: 'guide_manager' } as const;
const guides = (departure: string) =>
  db.query<{ status: string }>(
    `select status::text from public.departure_guides where departure_id = $1 order by user_id`,
    [departure],
  );
const assignGuide = (departureId: string, who: string, status: string) =>
  db.query(
    `insert into public.departure_guides (departure_id, user_id, status) values ($1, $2, $3::public.assignment_status)`,
    [departureId, who, status],
  );
/** Proposes a guide as the office does, so that a mail is pending. */
async function propose(departure: string, who: string) {
  const [chosen] = await scene.chosen(departure);
  expect(
    await scene.ask(scene.company.people.owner, 'assign_guide', {
      departure,
      version: chosen!.version,
      guide: who,
      ignore_conflicts: true,
    }),
  ).toMatchObject({ status: 'ok' });
}
const mailsOf = async (template: string) =>
  (await scene.mails(template)).map(({ recipient, data }) => [recipient, data['audience'] ?? data['change']]);

describe('a schedule change that moves a departure', () => {
  test('mails its guests and guides, and asks guides again who had accepted', async () => {
    const schedule = await running();
    const person = scene.company.people[guide];
    const id = await on(day(11));
    const address = await makeBookingOn(id);
    await assignGuide(id, person, 'accepted');
    expect(await save(schedule, form({ local_time: '12:00' }), 1)).toMatchObject({ status: 'undecided' });
    expect(await mailsOf('departure-moved')).toEqual([]);
    expect(await save(schedule, form({ local_time: '12:00' }), 1, { [id]: 'move' })).toMatchObject({ status: 'ok' });
    expect(await guides(id)).toEqual([{ status: 'proposed' }]);
    const mails = await scene.mails('departure-moved');
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([address, `${person}@muster.test`].sort());
    const guest = mails.find(({ recipient }) => recipient === address);
    expect(guest).toMatchObject({ locale: 'da', data: { audience: 'guest' } });
    expect([guest!.data['previous']!.slice(0, 10), guest!.data['startsAt']!.slice(0, 10)]).toEqual([day(11), day(11)]);
    expect(guest!.data['previous']).not.toBe(guest!.data['startsAt']);
    // The guest's calendar entry is updated; a guide's mail has none.
    expect(guest!.data['entry']).toEqual({ id: expect.any(String), sequence: expect.any(Number) });
    expect(mails.find(({ recipient }) => recipient !== address)!.data).not.toHaveProperty('entry');
  });

  test('asks guides again where nobody has booked, and notifies nobody of a kept departure', async () => {
    const schedule = await running();
    const [unbooked, kept] = [await on(day(11)), await on(day(12))];
    await assignGuide(unbooked, scene.company.people[guide], 'accepted');
    await assignGuide(kept, scene.company.people[guide], 'accepted');
    await makeBookingOn(kept);
    expect(await save(schedule, form({ local_time: '12:00' }), 1, { [kept]: 'keep' })).toMatchObject({ status: 'ok' });
    expect([await guides(unbooked), await guides(kept)]).toEqual([[{ status: 'proposed' }], [{ status: 'accepted' }]]);
    expect(await mailsOf('departure-moved')).toEqual([[`${scene.company.people[guide]}@muster.test`, 'guide']]);
  });

  test('updates a pending proposal with the new time instead of sending two mails', async () => {
    const schedule = await running();
    const id = await on(day(11));
    await propose(id, scene.company.people[guide]);
    const before = (await scene.mails('assignment'))[0]!.data['startsAt'];
    expect(await save(schedule, form({ local_time: '12:00' }), 1)).toMatchObject({ status: 'ok' });
    expect(await mailsOf('departure-moved')).toEqual([]);
    const after = await scene.mails('assignment');
    expect(after).toMatchObject([{ data: { change: 'proposed' } }]);
    expect(after[0]!.data['startsAt']).not.toBe(before);
  });
});

describe('a departure that is removed', () => {
  test('mails guides who had accepted, and drops pending proposals', async () => {
    const schedule = await running();
    const [firstDeparture, secondDeparture] = [await on(day(11)), await on(day(12))];
    await assignGuide(firstDeparture, scene.company.people[guide], 'accepted');
    await propose(secondDeparture, scene.company.people[second]);
    expect(await mailsOf('assignment')).toEqual([[`${scene.company.people[second]}@muster.test`, 'proposed']]);
    expect(await save(schedule, form({ is_active: false }), 1)).toMatchObject({ status: 'ok' });
    expect(await rowOf(firstDeparture)).toBeUndefined();
    expect(await mailsOf('assignment')).toEqual([[`${scene.company.people[guide]}@muster.test`, 'withdrawn']]);
    const jobs = await db.query(
      `select from private.jobs as job join private.outbox_messages as mail on mail.id::text = job.dedupe_key
       where mail.company_id = $1 and mail.data ->> 'change' = 'proposed'`,
      [scene.company.id],
    );
    expect(jobs).toEqual([]);
  });

  test('mails them also when the tour is archived or the departure has a history', async () => {
    await running();
    const id = await on(day(11));
    await assignGuide(id, scene.company.people[guide], 'accepted');
    const { bookingId } = await makeBooking(db, scene.company, { departureId: id, guests: 1 });
    await db.query(`update public.bookings set status = 'CANCELLED' where id = $1`, [bookingId]);
    const [{ version }] = (await db.query<{ version: number }>(`select version from public.tours where id = $1`, [
      scene.company.tourId,
    ])) as [{ version: number }];
    expect(await call('archive_tour', { tour: scene.company.tourId, version })).toMatchObject({ status: 'ok' });
    expect(await mailsOf('assignment')).toEqual([[`${scene.company.people[guide]}@muster.test`, 'withdrawn']]);
  });

  test('mails a guide who accepted while the proposal mail was pending', async () => {
    const schedule = await running();
    const id = await on(day(11));
    await propose(id, scene.company.people[guide]);
    await db.query(`update public.departure_guides set status = 'accepted' where departure_id = $1`, [id]);
    expect(await save(schedule, form({ is_active: false }), 1)).toMatchObject({ status: 'ok' });
    expect(await mailsOf('assignment')).toEqual([[`${scene.company.people[guide]}@muster.test`, 'withdrawn']]);
  });
});

describe('a booked departure that would change', () => {
  test('needs a decision on a schedule’s new language or capacity', async () => {
    const schedule = await running();
    const [id, other] = [await on(day(11)), await on(day(12))];
    await makeBookingOn(id);
    const input = form({ language: 'da', capacity: 15 });
    const refusal = await save(schedule, input, 1);
    expect(refusal).toMatchObject({
      status: 'undecided',
      departures: [
        {
          id,
          impact: 'changed',
          decision: null,
          language: 'en',
          to_language: 'da',
          capacity: 20,
          to_capacity: 15,
          to_ends_at: null,
        },
      ],
    });
    expect(await rowOf(id)).toMatchObject({ language: 'en', capacity: 20 });
    expect(await save(schedule, input, 1, { [id]: 'move' })).toMatchObject({ status: 'undecided' });
    expect(await save(schedule, input, 1, { [id]: 'keep' })).toMatchObject({ status: 'ok', version: 2 });
    expect(await rowOf(id)).toMatchObject({
      language: 'en',
      capacity: 20,
      own_language: true,
      own_capacity: true,
      follows_schedule: true,
    });
    expect(await rowOf(other)).toMatchObject({ language: 'da', capacity: 15, own_language: false });
    // Values that were kept need no decision again; a new time still does.
    expect(await save(schedule, form({ language: 'es', capacity: 14 }), 2)).toMatchObject({ status: 'ok' });
    expect(await save(schedule, form({ local_time: '12:00' }), 3)).toMatchObject({
      status: 'undecided',
      departures: [{ id, impact: 'moved' }],
    });
  });

  test('changes when the office decides so', async () => {
    const schedule = await running();
    const id = await on(day(11));
    await makeBookingOn(id);
    expect(await save(schedule, form({ language: 'da' }), 1, { [id]: 'change' })).toMatchObject({ status: 'ok' });
    expect(await rowOf(id)).toMatchObject({ language: 'da', own_language: false });
  });

  test('needs a decision on its tour’s new capacity, language or duration', async () => {
    await running();
    const id = await on(day(11));
    await makeBookingOn(id, 4);
    const read = (await call('read_tour', { tour: scene.company.tourId })) as unknown as {
      version: number;
      tour: Record<string, unknown>;
    };
    const tour = { ...read.tour, capacity: 9, guide_languages: ['it', 'en'], duration_minutes: 45 };
    const send = (input: object, decisions: object = {}) =>
      call('save_tour', {
        company: scene.company.id,
        tour: scene.company.tourId,
        version: read.version,
        input,
        decisions,
      });
    // A draft need not be complete; the fixtures' tour is not.
    await db.query(`update public.tours set status = 'draft' where id = $1`, [scene.company.tourId]);
    const refusal = await send(tour);
    expect(refusal).toMatchObject({ status: 'undecided', departures: [{ id, to_capacity: 9, to_language: 'it' }] });
    expect(refusal.departures![0]!.to_ends_at).toEqual(expect.any(String));
    expect(await rowOf(id)).toMatchObject({ language: 'en', capacity: 20 });
    expect(await send(tour, { [id]: 'keep' })).toMatchObject({ status: 'ok', version: read.version + 1 });
    expect(await rowOf(id)).toMatchObject({
      language: 'en',
      capacity: 20,
      own_capacity: true,
      follows_schedule: false,
    });
    expect(await rowOf(await on(day(12)))).toMatchObject({ language: 'it', capacity: 9, minutes: 45 });
  });
});

describe('single and moved departures', () => {
  async function tourTo(change: Record<string, unknown>, decisions: object = {}) {
    await db.query(`update public.tours set status = 'draft' where id = $1`, [scene.company.tourId]);
    const read = (await call('read_tour', { tour: scene.company.tourId })) as unknown as {
      version: number;
      tour: Record<string, unknown>;
    };
    return call('save_tour', {
      company: scene.company.id,
      tour: scene.company.tourId,
      version: read.version,
      input: { ...read.tour, ...change },
      decisions,
    });
  }
  const add = async (own: object = {}) => {
    const departure = randomUUID();
    expect(
      await call('add_departure', {
        departure,
        tour: scene.company.tourId,
        input: { local_date: day(20), local_time: '09:00', ...own },
      }),
    ).toMatchObject({ status: 'ok' });
    return departure;
  };

  test('follow their tour except for their own values', async () => {
    const [plain, withOverrides] = [await add(), await add({ capacity: 5, language: 'es' })];
    await running(form({ capacity: 7 }));
    const moved = await on(day(11));
    const [chosen] = await scene.chosen(moved);
    await scene.ask(scene.company.people.owner, 'move_departure', {
      departure: moved,
      version: chosen!.version,
      to_date: day(30),
      to_time: '08:00',
    });
    expect(await tourTo({ capacity: 33, guide_languages: ['it'], duration_minutes: 45 })).toMatchObject({
      status: 'ok',
    });
    expect(await rowOf(plain)).toMatchObject({ capacity: 33, language: 'it', minutes: 45, at: '09:00' });
    expect(await rowOf(withOverrides)).toMatchObject({ capacity: 5, language: 'es', minutes: 45 });
    // Capacity comes from the schedule, the rest from the tour.
    expect(await rowOf(moved)).toMatchObject({
      capacity: 7,
      language: 'it',
      minutes: 45,
      at: '08:00',
      follows_schedule: false,
    });
  });

  test('need a decision where somebody has booked', async () => {
    const id = await add();
    await makeBookingOn(id);
    expect(await tourTo({ guide_languages: ['it'] })).toMatchObject({
      status: 'undecided',
      departures: [{ id, to_language: 'it' }],
    });
    expect(await rowOf(id)).toMatchObject({ language: 'en' });
    expect(await tourTo({ guide_languages: ['it'] }, { [id]: 'keep' })).toMatchObject({ status: 'ok' });
    expect(await rowOf(id)).toMatchObject({ language: 'en', own_language: true });
    expect(await tourTo({ guide_languages: ['es'] })).toMatchObject({ status: 'ok' });
    expect(await tourTo({ capacity: 1 })).toMatchObject({
      status: 'invalid',
      problems: [{ field: 'capacity', code: 'below_booked' }],
    });
  });

  test('leave past departures and other tours unchanged', async () => {
    const past = await makeDeparture(db, scene.company, { localDate: day(-3) });
    const before = await rowOf(past);
    expect(await tourTo({ capacity: 33, duration_minutes: 45 })).toMatchObject({ status: 'ok' });
    expect(await rowOf(past)).toEqual(before);
  });
});

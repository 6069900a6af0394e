/** A tour in the office: its form, publishing, link, picture, and the list of tours. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import {
  makeBooking,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
  type Company,
} from '../support/database-fixtures.ts';
import { webp } from '../support/webp.ts';

let db: Database;
let company: Company;
let other: Company;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());
beforeEach(async () => {
  company = await makeCompany(db);
  other = await makeCompany(db);
});

type RpcResult = Record<string, unknown> & { status: string };
interface Price {
  id: string;
  type: string;
  amount: number;
  minimum_age: number | null;
  maximum_age: number | null;
  seats: number;
  vat_rate: number | null;
  accompanied_by: string[];
  is_active: boolean;
}
const price = (type: string, more: Partial<Price> = {}): Price => ({
  id: randomUUID(),
  type,
  amount: 1000,
  minimum_age: null,
  maximum_age: null,
  seats: 1,
  vat_rate: null,
  accompanied_by: [],
  is_active: true,
  ...more,
});
const text = (word: string) => ({
  title: word,
  summary: word,
  description: word,
  meeting_point: word,
  meeting_notes: '',
});
const TEXTS = { en: text('Walk'), es: text('Paseo'), da: text('Tur'), it: text('Giro') };
const form = (more: Record<string, unknown> = {}) => ({
  slug: 'old-town',
  duration_minutes: 90,
  deposit_percent: 30,
  asks_names: false,
  latitude: 55.6761,
  longitude: 12.5683,
  guide_languages: ['en', 'da'],
  capacity: 20,
  minimum_guests: 2,
  booking_cut_off_minutes: 60,
  cancellation_cut_off_hours: 24,
  colour: '#2f6fd0',
  vat_rate: 12.5,
  texts: TEXTS,
  prices: [price('ADULT', { minimum_age: 18, vat_rate: 25 })],
  ...more,
});

const call = (name: string, args: Record<string, unknown>, who: string = company.people.owner) =>
  db.rpc<RpcResult>(who, name, args);
const save = (tour: string, input: unknown, version: number | null = null, who?: string) =>
  call('save_tour', { company: company.id, tour, version, input: input as object }, who);
const read = async (tour: string) =>
  (await call('read_tour', { tour })) as RpcResult & { tour: ReturnType<typeof form>; version: number };
const makeTour = async (input: unknown = form()) => {
  const id = randomUUID();
  expect(await save(id, input)).toEqual({ status: 'ok', version: 1 });
  return id;
};
const problems = (result: RpcResult) =>
  (result['problems'] as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`).sort();
const audit = () =>
  db.query<{ user_id: string; action: string }>(
    `select user_id, action from public.audit_events where company_id = $1 order by happened_at, action`,
    [company.id],
  );

describe('saving', () => {
  test('makes a draft that is read back as sent', async () => {
    const input = form();
    const id = await makeTour(input);
    expect(await read(id)).toMatchObject({
      status: 'ok',
      version: 1,
      tour_status: 'draft',
      tour: input,
      currency: 'DKK',
    });
    expect(await audit()).toEqual([{ user_id: company.people.owner, action: 'save_tour' }]);
  });

  test('is idempotent after a lost response', async () => {
    const input = form();
    const id = await makeTour(input);
    expect(await save(id, input)).toEqual({ status: 'ok', version: 1 });
    const changed = { ...input, capacity: 12 };
    expect(await save(id, changed, 1)).toEqual({ status: 'ok', version: 2 });
    expect(await save(id, changed, 1)).toEqual({ status: 'ok', version: 2 });
    expect(await audit()).toHaveLength(2);
  });

  test('over a newer version is stale and returns the current tour', async () => {
    const input = form();
    const id = await makeTour(input);
    await save(id, { ...input, capacity: 12 }, 1);
    expect(await save(id, { ...input, minimum_guests: 4 }, 1)).toMatchObject({
      status: 'stale',
      version: 2,
      current: { capacity: 12, minimum_guests: 2 },
    });
    expect((await read(id)).tour).toMatchObject({ capacity: 12, minimum_guests: 2 });
    expect(await save(id, { ...input, capacity: 13 }, null)).toMatchObject({ status: 'stale' });
  });

  test('lists prices of equal position by type, like the guests’ page', async () => {
    const id = await makeTour(form({ prices: [price('SENIOR'), price('CHILD'), price('ADULT')] }));
    await db.query('update public.price_categories set position = 0 where tour_id = $1', [id]);
    const departure = await makeDeparture(db, { ...company, tourId: id }, { localDate: '2030-01-01' });
    const single = await db.rpc<{ prices: { type: string }[] }>(company.people.owner, 'read_departure', { departure });
    for (const prices of [(await read(id)).tour.prices, single.prices])
      expect(prices.map(({ type }) => type)).toEqual(['ADULT', 'CHILD', 'SENIOR']);
  });

  test('keeps only the languages and prices sent; a price in use is deactivated instead', async () => {
    const [adult, child] = [price('ADULT'), price('CHILD')];
    const id = await makeTour(form({ prices: [adult, child] }));
    const departure = await makeDeparture(db, { ...company, tourId: id }, { localDate: '2030-01-01' });
    await makeBooking(db, { ...company, tourId: id, priceCategoryId: adult.id }, { departureId: departure });
    const senior = price('SENIOR', { accompanied_by: [] });
    await save(id, form({ texts: { en: TEXTS.en }, prices: [senior] }), 1);
    const { tour, ...rest } = await read(id);
    expect(Object.keys(tour.texts)).toEqual(['en']);
    expect(tour.prices).toEqual([senior, { ...adult, is_active: false }]);
    expect(rest['booked_prices']).toEqual([adult.id]);
  });

  test.each([
    [{ slug: 'Old Town' }, ['slug slug']],
    [{ slug: '' }, ['slug required']],
    [{ duration_minutes: 0 }, ['duration_minutes too_small']],
    [{ duration_minutes: 1.5 }, ['duration_minutes whole_number']],
    [{ capacity: '20' }, ['capacity not_valid']],
    [{ capacity: 5, minimum_guests: 6 }, ['minimum_guests over_capacity']],
    [{ latitude: 91 }, ['latitude too_large']],
    [{ longitude: null }, ['meeting_place not_valid']],
    [{ guide_languages: [] }, ['guide_languages required']],
    [{ guide_languages: ['en', 'en'] }, ['guide_languages twice']],
    [{ guide_languages: ['english'] }, ['guide_languages.0 not_valid']],
    [{ colour: 'red' }, ['colour colour']],
    [{ deposit_percent: 0 }, ['deposit_percent too_small']],
    [{ deposit_percent: 101 }, ['deposit_percent too_large']],
    [{ deposit_percent: '30' }, ['deposit_percent not_valid']],
    [{ vat_rate: '25' }, ['vat_rate not_valid']],
    [{ vat_rate: 100.5 }, ['vat_rate too_large']],
    [{ prices: [price('ADULT', { vat_rate: 12.345 })] }, ['prices.0.vat_rate not_valid']],
    [{ texts: { fr: TEXTS.en } }, ['texts.fr unknown']],
    [{ texts: { en: { ...TEXTS.en, title: 'x'.repeat(121) } } }, ['texts.en.title too_long']],
    [{ texts: [] }, ['texts not_valid']],
    [{ prices: 'none' }, ['prices not_valid']],
    [{ prices: [price('ADULT', { amount: -1 })] }, ['prices.0.amount too_small']],
    [{ prices: [price('KING')] }, ['prices.0.type not_valid']],
    [{ prices: [price('ADULT'), price('ADULT')] }, ['prices.1.type twice']],
    [{ prices: [price('ADULT', { minimum_age: 20, maximum_age: 10 })] }, ['prices.0.maximum_age ages_reversed']],
    [
      { prices: [price('ADULT', { minimum_age: 16 }), price('YOUTH', { minimum_age: 12, maximum_age: 17 })] },
      ['prices.1.minimum_age ages_overlap'],
    ],
    [{ prices: [price('CHILD', { accompanied_by: [randomUUID()] })] }, ['prices.0.accompanied_by unknown']],
  ])('names the wrong field: %j', async (wrong, found) => {
    const result = await save(randomUUID(), form(wrong));
    expect(result.status).toBe('invalid');
    expect(problems(result)).toEqual(found);
  });

  test('allows a senior price within the ages of the adult price, but no price accompanied by itself', async () => {
    const adult = price('ADULT', { minimum_age: 18 });
    await makeTour(
      form({
        prices: [
          adult,
          price('SENIOR', { minimum_age: 65 }),
          price('CHILD', { maximum_age: 11, accompanied_by: [adult.id] }),
        ],
      }),
    );
    const self = price('CHILD');
    expect(
      problems(await save(randomUUID(), form({ slug: 'b', prices: [{ ...self, accompanied_by: [self.id] }] }))),
    ).toEqual(['prices.0.accompanied_by itself']);
  });

  test('rejects a malformed form as a whole', async () => {
    for (const input of [{}, [], 'x', null, { texts: null, prices: null }])
      expect(
        (
          await db.rpc<RpcResult>(company.people.owner, 'save_tour', {
            company: company.id,
            tour: randomUUID(),
            version: null,
            input: JSON.stringify(input),
          })
        ).status,
      ).toBe('invalid');
  });

  test('refuses a capacity below the seats booked, at its field', async () => {
    const { id, departure } = await running();
    await makeBooking(
      db,
      { ...company, tourId: id, priceCategoryId: company.priceCategoryId },
      { departureId: departure, guests: 5 },
    );
    const { tour, version } = await read(id);
    expect(problems(await save(id, { ...tour, capacity: 4 }, version))).toEqual(['capacity below_booked']);
    const fewer = { company: company.id, tour: id, version, input: { ...tour, capacity: 5 } };
    expect(await call('save_tour', fewer)).toMatchObject({ status: 'undecided', departures: [{ id: departure }] });
    expect(await call('save_tour', { ...fewer, decisions: { [departure]: 'change' } })).toMatchObject({ status: 'ok' });
    expect(await db.query(`select distinct capacity from public.departures where tour_id = $1`, [id])).toEqual([
      { capacity: 5 },
    ]);
  });

  test.each(['office', 'reservations', 'guide', 'guide_manager', 'accountant'] as const)(
    'is not permitted to %s',
    async (role) => {
      expect(await save(randomUUID(), form(), null, company.people[role])).toEqual({ status: 'not_permitted' });
    },
  );

  test('is not permitted to another company, and cannot take over its tours', async () => {
    expect(await save(randomUUID(), form(), null, other.people.owner)).toEqual({ status: 'not_permitted' });
    expect(await save(other.tourId, form(), 1)).toEqual({ status: 'not_found' });
    expect(await save(other.tourId, form(), null)).toEqual({ status: 'not_found' });
    expect(await save(randomUUID(), form(), 3)).toEqual({ status: 'not_found' });
    const stolen = price('ADULT', { id: other.priceCategoryId });
    await save(randomUUID(), form({ prices: [stolen] }));
    expect(
      await db.query(`select amount::int as amount, company_id from public.price_categories where id = $1`, [
        other.priceCategoryId,
      ]),
    ).toEqual([{ amount: 5000, company_id: other.id }]);
  });

  test('logs an acting partner as who they are', async () => {
    const organisation = await makeOrganisation(db, [company]);
    await db.rpc(organisation.admin, 'impersonate', { company: company.id });
    expect(await save(randomUUID(), form(), null, organisation.admin)).toEqual({ status: 'ok', version: 1 });
    expect((await audit()).filter(({ action }) => action === 'save_tour')).toEqual([
      { user_id: organisation.admin, action: 'save_tour' },
    ]);
    await db.rpc(organisation.admin, 'stop_impersonating', {});
    expect(await save(randomUUID(), form({ slug: 'b' }), null, organisation.admin)).toEqual({
      status: 'not_permitted',
    });
  });
});

/** Makes a live tour with a daily schedule. */
async function running(input: unknown = form()) {
  const id = await makeTour(input);
  const schedule = randomUUID();
  const daily = {
    rrule: 'FREQ=DAILY',
    starts_on: '2026-01-01',
    local_time: '10:00',
    capacity: null,
    language: null,
    is_active: true,
  };
  expect(await call('save_schedule', { schedule, tour: id, version: null, input: daily })).toMatchObject({
    status: 'ok',
    created: 0,
  });
  const published = await call('publish_tour', { tour: id, version: 1 });
  expect(published).toMatchObject({ status: 'ok', version: 2 });
  const [first] = await db.query<{ id: string }>(
    `select id from public.departures where tour_id = $1 order by starts_at limit 1`,
    [id],
  );
  return { id, schedule, departure: first!.id, created: published['created'] as number };
}

describe('publishing', () => {
  test('lists exactly what is missing, in which language', async () => {
    const id = await makeTour(
      form({ texts: { en: TEXTS.en, da: { ...TEXTS.da, summary: ' ' } }, prices: [], capacity: 0, minimum_guests: 0 }),
    );
    const result = await call('publish_tour', { tour: id, version: 1 });
    const missing = (language: string) =>
      ['title', 'summary', 'description', 'meeting_point'].map((field) => ({ field, language }));
    expect(result).toEqual({
      status: 'incomplete',
      missing: [
        ...missing('es'),
        { field: 'summary', language: 'da' },
        ...missing('it'),
        { field: 'prices', language: null },
        { field: 'capacity', language: null },
        { field: 'departures', language: null },
      ],
    });
    expect((await read(id))['missing']).toEqual(result['missing']);
  });

  test('is refused without a future date, even with an active schedule', async () => {
    const id = await makeTour();
    const over = {
      rrule: 'FREQ=DAILY;UNTIL=20260131',
      starts_on: '2026-01-01',
      local_time: '10:00',
      capacity: null,
      language: null,
      is_active: true,
    };
    await call('save_schedule', { schedule: randomUUID(), tour: id, version: null, input: over });
    const result = { status: 'incomplete', missing: [{ field: 'departures', language: null }] };
    expect(await call('publish_tour', { tour: id, version: 1 })).toEqual(result);
    const single = {
      local_date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
      local_time: '10:00',
    };
    await call('add_departure', { departure: randomUUID(), tour: id, input: single });
    expect(await call('publish_tour', { tour: id, version: 1 })).toMatchObject({ status: 'ok' });
  });

  test('makes the departures of eighteen months once', async () => {
    const { id, created: count } = await running();
    expect(count).toBeGreaterThan(540);
    expect(await call('publish_tour', { tour: id, version: 1 })).toEqual({ status: 'ok', version: 2, created: 0 });
  });

  test('prevents saves that make a live tour incomplete', async () => {
    const { id } = await running();
    const { tour, version } = await read(id);
    expect(
      problems(await save(id, { ...tour, texts: { ...TEXTS, it: { ...TEXTS.it, title: '' } }, prices: [] }, version)),
    ).toEqual(['prices required', 'texts.it.title required']);
  });

  test('can be paused, which keeps departures, and resumed', async () => {
    const { id } = await running();
    expect(await call('pause_tour', { tour: id, version: 2 })).toEqual({ status: 'ok', version: 3, created: 0 });
    expect(await call('pause_tour', { tour: id, version: 2 })).toEqual({ status: 'ok', version: 3, created: 0 });
    expect(await call('publish_tour', { tour: id, version: 2 })).toMatchObject({
      status: 'stale',
      version: 3,
      tour_status: 'paused',
    });
    expect(await call('publish_tour', { tour: id, version: 3 })).toEqual({ status: 'ok', version: 4, created: 0 });
    expect(await call('pause_tour', { tour: await makeTour(form({ slug: 'b' })), version: 1 })).toEqual({
      status: 'not_live',
    });
  });

  test('can be ended by archiving, which removes unbooked departures, but not while one is booked', async () => {
    const { id, departure } = await running();
    const at = { ...company, tourId: id };
    const { bookingId } = await makeBooking(db, at, { departureId: departure });
    expect(await call('archive_tour', { tour: id, version: 2 })).toEqual({ status: 'booked', departures: 1 });
    await db.query(`update public.bookings set status = 'CANCELLED' where id = $1`, [bookingId]);
    expect(await call('archive_tour', { tour: id, version: 2 })).toMatchObject({ status: 'ok', version: 3 });
    expect(await db.query(`select id, status from public.departures where tour_id = $1`, [id])).toEqual([
      { id: departure, status: 'cancelled' },
    ]);
    expect(await call('publish_tour', { tour: id, version: 3 })).toEqual({ status: 'archived' });
    expect(await call('restore_tour', { tour: id, version: 3 })).toMatchObject({ status: 'ok', version: 4 });
    expect((await read(id))['tour_status']).toBe('draft');
  });

  test.each(['publish_tour', 'pause_tour', 'archive_tour', 'restore_tour'])(
    '%s is for people who may edit tours',
    async (name) => {
      const id = await makeTour();
      for (const who of [company.people.office, company.people.guide, other.people.owner])
        expect(await call(name, { tour: id, version: 1 }, who)).toEqual({ status: 'not_found' });
      expect(await call(name, { tour: randomUUID(), version: 1 })).toEqual({ status: 'not_found' });
      expect((await read(id))['tour_status']).toBe('draft');
    },
  );
});

describe('its link', () => {
  const bySlug = async (slug: string) =>
    (await db.query<{ id: string | null }>(`select private.tour_by_slug($1, $2) as id`, [company.id, slug]))[0]!.id;

  test('works under every former slug of the tour', async () => {
    const input = form();
    const id = await makeTour(input);
    await save(id, { ...input, slug: 'new-town' }, 1);
    await save(id, { ...input, slug: 'newer-town' }, 2);
    expect([await bySlug('old-town'), await bySlug('new-town'), await bySlug('newer-town')]).toEqual([id, id, id]);
    expect((await read(id))['former_slugs']).toEqual(['new-town', 'old-town']);
    expect(await save(id, { ...input, slug: 'old-town' }, 3)).toMatchObject({ status: 'ok' });
  });

  test('cannot use a current or former slug of another tour in the same company', async () => {
    const input = form();
    const id = await makeTour(input);
    await save(id, { ...input, slug: 'new-town' }, 1);
    for (const slug of ['old-town', 'new-town'])
      expect(problems(await save(randomUUID(), form({ slug })))).toEqual(['slug taken']);
    expect(
      await db.rpc(other.people.owner, 'save_tour', {
        company: other.id,
        tour: randomUUID(),
        version: null,
        input: form(),
      }),
    ).toMatchObject({ status: 'ok' });
    expect(await bySlug('nowhere')).toBeNull();
  });
});

describe('a copy', () => {
  test('is a draft with its own prices and the first free slug', async () => {
    const adult = price('ADULT', { minimum_age: 18 });
    const { id } = await running(
      form({ prices: [adult, price('CHILD', { maximum_age: 11, accompanied_by: [adult.id] })] }),
    );
    await call('set_tour_picture', { tour: id, picture: webp().toString('base64') });
    const copy = randomUUID();
    expect(await call('duplicate_tour', { tour: id, copy })).toEqual({ status: 'ok', slug: 'old-town-2' });
    expect(await call('duplicate_tour', { tour: id, copy })).toEqual({ status: 'ok', slug: 'old-town-2' });
    expect(await call('duplicate_tour', { tour: id, copy: randomUUID() })).toEqual({
      status: 'ok',
      slug: 'old-town-3',
    });
    const { tour, ...rest } = await read(copy);
    expect(rest).toMatchObject({ tour_status: 'draft', picture_tag: (await read(id))['picture_tag'] });
    expect(tour.texts).toEqual(TEXTS);
    expect(tour.prices[1]!.accompanied_by).toEqual([tour.prices[0]!.id]);
    expect(tour.prices[0]!.id).not.toBe(adult.id);
    for (const who of [company.people.office, other.people.owner])
      expect(await call('duplicate_tour', { tour: id, copy: randomUUID() }, who)).toEqual({ status: 'not_found' });
    expect(await call('duplicate_tour', { tour: id, copy: other.tourId })).toEqual({ status: 'not_found' });
  });
});

describe('its picture', () => {
  test('is stored, read by the team, and removed', async () => {
    const id = await makeTour();
    const picture = webp({ size: 204_800 }).toString('base64');
    const { tag } = await call('set_tour_picture', { tour: id, picture });
    expect(await call('set_tour_picture', { tour: id, picture })).toEqual({ status: 'ok', tag });
    expect(await call('read_tour_picture', { tour: id }, company.people.guide)).toEqual({
      status: 'ok',
      picture: { tag, base64: picture },
    });
    expect(await call('read_tour_picture', { tour: id }, other.people.owner)).toEqual({ status: 'not_found' });
    expect(await call('delete_tour_picture', { tour: id })).toEqual({ status: 'ok' });
    expect(await call('delete_tour_picture', { tour: id })).toEqual({ status: 'ok' });
    expect(await call('read_tour_picture', { tour: id })).toEqual({ status: 'ok', picture: null });
    expect((await audit()).map(({ action }) => action)).toEqual([
      'save_tour',
      'set_tour_picture',
      'delete_tour_picture',
    ]);
  });

  test.each([
    ['a byte too many', webp({ size: 204_801 }).toString('base64'), 'too_large'],
    ['40 MB', 'A'.repeat(40_000_000), 'too_large'],
    ['a JPEG', Buffer.from('\xff\xd8\xff\xe0'.padEnd(64, 'x'), 'latin1').toString('base64'), 'not_a_picture'],
    [
      'a WAV',
      Buffer.concat([webp().subarray(0, 8), Buffer.from('WAVE'), webp().subarray(12)]).toString('base64'),
      'not_a_picture',
    ],
    ['a truncated file', webp().subarray(0, 40).toString('base64'), 'not_a_picture'],
    ['an unknown WebP chunk', webp({ kind: 'VP9 ' }).toString('base64'), 'not_a_picture'],
    ['a location in its EXIF', webp({ kind: 'VP8X', flags: 8 }).toString('base64'), 'has_metadata'],
    ['no base64', '<svg onload=alert(1)>', 'not_a_picture'],
    ['nothing', '', 'not_a_picture'],
    ['null', null, 'not_a_picture'],
  ])('that is %s is refused', async (_what, picture, code) => {
    const id = await makeTour();
    expect(problems(await call('set_tour_picture', { tour: id, picture }))).toEqual([`picture ${code}`]);
    expect(await call('read_tour_picture', { tour: id })).toEqual({ status: 'ok', picture: null });
  });

  test('is set by people who may edit tours', async () => {
    const id = await makeTour();
    for (const who of [company.people.office, other.people.owner]) {
      expect(await call('set_tour_picture', { tour: id, picture: webp().toString('base64') }, who)).toEqual({
        status: 'not_found',
      });
      expect(await call('delete_tour_picture', { tour: id }, who)).toEqual({ status: 'not_found' });
    }
  });
});

interface Listed {
  id: string;
  own: boolean;
  attention: string[];
  week: Record<string, number>;
  departures: { id: string; seats_left: number; availability: string; has_guide: boolean; below_minimum: boolean }[];
}
const list = async (who: string) =>
  ((await call('read_tours', { company: company.id }, who))['tours'] as Listed[]) ?? [];

describe('the list', () => {
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

  test('shows the next departures, their seats, and what needs attention', async () => {
    const { id } = await running();
    const draft = await makeTour(form({ slug: 'draft', texts: {} }));
    const [first, second] = await list(company.people.owner);
    expect([first!.id, second!.id]).toEqual([id, company.tourId]);
    expect(first!.departures).toHaveLength(3);
    expect(first!.departures[0]).toMatchObject({ seats_left: 20, availability: 'AVAILABLE', has_guide: false });
    expect(first!.attention).toEqual(['no_guide']);
    expect(second!.attention).toEqual(['no_departures']);
    expect((await list(company.people.owner)).find((tour) => tour.id === draft)!.attention).toEqual([
      'draft_unfinished',
    ]);
  });

  test('counts booked and held seats, but not expired or cancelled ones', async () => {
    const departureId = await makeDeparture(db, company, { localDate: soon, capacity: 10 });
    await makeBooking(db, company, { departureId, guests: 3 });
    await makeBooking(db, company, { departureId, guests: 2, status: 'ON_HOLD' });
    await makeBooking(db, company, { departureId, guests: 1, status: 'CANCELLED' });
    const { bookingId } = await makeBooking(db, company, { departureId, guests: 2, status: 'ON_HOLD' });
    await db.query(`update public.bookings set expires_at = now() - interval '1 second' where id = $1`, [bookingId]);
    const seats = async () => (await list(company.people.owner))[0]!.departures[0]!;
    expect(await seats()).toMatchObject({ seats_left: 5, availability: 'AVAILABLE', has_guide: true });
    await makeBooking(db, company, { departureId, guests: 3 });
    expect(await seats()).toMatchObject({ seats_left: 2, availability: 'LIMITED' });
    expect((await list(company.people.owner))[0]!.attention).toEqual(['nearly_full']);
    await makeBooking(db, company, { departureId, guests: 2 });
    expect(await seats()).toMatchObject({ seats_left: 0, availability: 'SOLD_OUT' });
    await db.query(`update public.departures set is_closed = true where id = $1`, [departureId]);
    expect(await seats()).toMatchObject({ availability: 'CLOSED' });
  });

  test('flags fewer guests than the minimum where there are some', async () => {
    await db.query(`update public.tours set minimum_guests = 4 where id = $1`, [company.tourId]);
    const departureId = await makeDeparture(db, company, { localDate: soon });
    const flags = async (who = company.people.office) => {
      const { attention, departures } = (await list(who))[0]!;
      return [attention, departures[0]!.below_minimum];
    };
    expect(await flags()).toEqual([[], false]);
    await makeBooking(db, company, { departureId, guests: 3 });
    expect(await flags()).toEqual([['below_minimum'], true]);
    expect(await flags(company.people.guide)).toEqual([[], false]);
    await makeBooking(db, company, { departureId, guests: 1 });
    expect(await flags()).toEqual([[], false]);
  });

  test('shows a guide their own departures only, and their tours first', async () => {
    const { id } = await running();
    const mine = await makeDeparture(db, company, { localDate: soon });
    await makeDeparture(db, company, { localDate: soon, guides: [] });
    const tours = await list(company.people.guide);
    expect(tours.map((tour) => [tour.id, tour.own, tour.departures.map((each) => each.id)])).toEqual([
      [company.tourId, true, [mine]],
      [id, false, []],
    ]);
    expect(tours.flatMap(({ attention }) => attention)).toEqual([]);
    expect((await list(company.people.owner)).every(({ own }) => !own)).toBe(true);
  });

  test('is for the company’s people', async () => {
    const stranger = await makePerson(db);
    for (const who of [stranger, other.people.owner])
      expect(await call('read_tours', { company: company.id }, who)).toEqual({ status: 'not_permitted' });
    for (const role of ['owner', 'office', 'reservations', 'guide_manager', 'guide', 'accountant'] as const)
      expect((await call('read_tours', { company: company.id }, company.people[role])).status).toBe('ok');
    expect(await call('read_tour', { tour: company.tourId }, other.people.owner)).toEqual({ status: 'not_found' });
  });
});

describe('permissions on a tour', () => {
  const WHO = [
    'owner',
    'office',
    'reservations',
    'guide_manager',
    'guide',
    'accountant',
    'partner',
    'partner who acts for it',
    'platform',
    'owner of another',
    'nobody’s',
  ] as const;
  type Who = (typeof WHO)[number];
  const ALL_OF_IT: readonly Who[] = ['owner', 'partner who acts for it', 'platform'];
  const TEAM: readonly Who[] = [...ALL_OF_IT, 'office', 'reservations', 'guide_manager', 'guide', 'accountant'];
  const TABLE: Record<string, { status: string; may: readonly Who[] }> = {
    save_tour: { status: 'not_permitted', may: ALL_OF_IT },
    publish_tour: { status: 'not_found', may: ALL_OF_IT },
    pause_tour: { status: 'not_found', may: ALL_OF_IT },
    archive_tour: { status: 'not_found', may: ALL_OF_IT },
    restore_tour: { status: 'not_found', may: ALL_OF_IT },
    duplicate_tour: { status: 'not_found', may: ALL_OF_IT },
    set_tour_picture: { status: 'not_found', may: ALL_OF_IT },
    delete_tour_picture: { status: 'not_found', may: ALL_OF_IT },
    read_tour: { status: 'not_found', may: TEAM },
    read_tour_picture: { status: 'not_found', may: TEAM },
    read_tours: { status: 'not_permitted', may: TEAM },
    read_day: { status: 'not_permitted', may: TEAM },
  };

  test.each(Object.entries(TABLE))('%s is granted as the table says', async (name, { status, may }) => {
    const id = await makeTour();
    const partner = await makeOrganisation(db, [company]);
    const acting = await makePerson(db, { role: 'partner_admin', organisation: partner.id });
    await db.query('update public.users set impersonated_company_id = $1 where id = $2', [company.id, acting]);
    const people: Record<Who, string> = {
      ...company.people,
      partner: partner.admin,
      'partner who acts for it': acting,
      platform: await makePerson(db, { role: 'platform_admin' }),
      'owner of another': other.people.owner,
      'nobody’s': await makePerson(db),
    };
    const version = async () => (await read(id)).version;
    const args = async (): Promise<Record<string, unknown>> => {
      if (name === 'save_tour') return { company: company.id, tour: id, version: await version(), input: form() };
      if (name === 'duplicate_tour') return { tour: id, copy: randomUUID() };
      if (name === 'set_tour_picture') return { tour: id, picture: webp().toString('base64') };
      if (name === 'read_tours') return { company: company.id };
      if (name === 'read_day') return { company: company.id, day: '2026-12-01' };
      if (name.includes('picture') || name === 'read_tour') return { tour: id };
      return { tour: id, version: await version() };
    };
    const statuses: Partial<Record<Who, string>> = {};
    for (const who of WHO) statuses[who] = (await call(name, await args(), people[who])).status;
    const refused = WHO.filter((who) => statuses[who] === status);
    expect(refused).toEqual(WHO.filter((who) => !may.includes(who)));
    // Nobody else is refused by permission.
    expect(
      Object.values(statuses).filter((status) => status === 'not_permitted' || status === 'not_found'),
    ).toHaveLength(refused.length);
    await expect(db.rpc('anon', name, await args())).rejects.toThrow(/permission denied/);
  });
});

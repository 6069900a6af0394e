/** A partner's page with its operators, and what a booking keeps of the link that led to it (ADR 034). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, makeDeparture, makeOrganisation, type Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';

let db: Database;
let first: Company;
let second: Company;
beforeAll(async () => {
  db = await openPostgres();
  [first, second] = [await makeCompany(db), await makeCompany(db)];
});
afterAll(() => db?.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
interface Page {
  status: string;
  organisation: { slug: string; name: string };
  offers: { id: string; slug: string; starts_at: string; left: number; from: number; operator: { slug: string } }[];
  has_more: boolean;
}
const pageOf = (organisation: string, shown: string[] = []) =>
  callAsGuest<Page>(db, 'read_partner', { organisation, shown });
const operatorsOf = ({ offers }: Page) => offers.map(({ operator }) => operator.slug);

test('lists bookable tours of the partner’s operators, earliest first, and no others', async () => {
  const [unpaid, idle, stranger] = [
    await makeCompany(db, { hasActiveSubscription: false }),
    await makeCompany(db),
    await makeCompany(db),
  ];
  for (const company of [unpaid, stranger]) await makeDeparture(db, company, { localDate: inDays(1) });
  await makeDeparture(db, first, { localDate: inDays(3) });
  await makeDeparture(db, second, { localDate: inDays(2) });
  const partner = await makeOrganisation(db, [first, second, unpaid, idle]);
  const slug = `organisation-${partner.id}`;
  const shown = await pageOf(slug.toUpperCase());
  expect(shown).toMatchObject({ status: 'ok', organisation: { slug, name: 'City Partners' } });
  expect(operatorsOf(shown)).toEqual([`company-${second.id}`, `company-${first.id}`]);
  expect(shown.offers[0]).toMatchObject({
    slug: 'walk',
    starts_at: `${inDays(2)}T10:00:00.000Z`,
    operator: { currency: 'DKK', time_zone: expect.any(String) as string },
  });
  expect(shown.has_more).toBe(false);

  await db.query(
    `update public.organisation_companies set status = 'ended' where organisation_id = $1 and company_id = $2`,
    [partner.id, second.id],
  );
  expect(operatorsOf(await pageOf(slug))).toEqual([`company-${first.id}`]);
  await db.query(`update public.organisations set is_active = false where id = $1`, [partner.id]);
  expect([await pageOf(slug), await pageOf('nobody')]).toEqual([{ status: 'not_found' }, { status: 'not_found' }]);
});

test('orders tours of all operators by departure, twenty per page', async () => {
  const [first, second] = [await makeCompany(db), await makeCompany(db)];
  const partner = await makeOrganisation(db, [first, second]);
  const slug = `organisation-${partner.id}`;
  const tourOf = async (company: Company, name: string, days: number, capacity = 10) => {
    const [tour] = await db.query<{ id: string; category: string }>(
      `with made as (
         insert into public.tours (company_id, slug, status, duration_minutes, capacity) values ($1, $2, 'live', 90, 10) returning id, company_id),
       words as (insert into public.tour_translations (tour_id, locale, title) select id, 'en', $2 from made)
       insert into public.price_categories (company_id, tour_id, type, amount) select company_id, id, 'ADULT', 20000 from made
       returning tour_id as id, id as category`,
      [company.id, name],
    );
    const departure = await makeDeparture(db, { ...company, tourId: tour!.id }, { localDate: inDays(days), capacity });
    return { ...tour!, departure };
  };
  await tourOf(first, 'first', 2);
  await tourOf(first, 'third', 6);
  const { departure, category } = await tourOf(second, 'second', 4, 7);
  await db.query(
    `insert into public.departure_prices (departure_id, price_category_id, amount) values ($1, $2, 15000)`,
    [departure, category],
  );
  await holdAsGuest(db, { departure, guests: [{ price_category_id: category }] });
  const page = await pageOf(slug);
  expect(page.offers.map((offer) => [offer.slug, offer.from, offer.left])).toEqual([
    ['first', 20_000, 10],
    ['second', 15_000, 6],
    ['third', 20_000, 10],
  ]);
  for (let n = 0; n < 20; n += 1) await tourOf(second, `late-${n}`, 20 + n);
  const long = await pageOf(slug);
  expect([long.offers.length, long.has_more]).toEqual([20, true]);
  const rest = await pageOf(
    slug,
    long.offers.map(({ id }) => id),
  );
  expect([rest.offers.map((offer) => offer.slug), rest.has_more]).toEqual([['late-17', 'late-18', 'late-19'], false]);
  expect(await pageOf(slug, { not: 'a list' } as never)).toEqual({ status: 'invalid' });
});

test('a booking keeps partner and referral, and its guest goes on seeing the partner’s name', async () => {
  const partner = await makeOrganisation(db, [first]);
  const stranger = await makeOrganisation(db, [second]);
  const departure = await makeDeparture(db, first, { localDate: inDays(5) });
  const guests = [{ price_category_id: first.priceCategoryId }];
  const book = async (more: Record<string, unknown>) => {
    const token = makeToken();
    const { booking } = await holdAsGuest(db, { departure, guests, token, more });
    const [row] = await db.query<{ organisation_id: string | null; referral: string | null }>(
      `select organisation_id, referral from public.bookings where reference = $1 and company_id = $2`,
      [booking.reference, first.id],
    );
    return { ...row, shown: booking.organisation?.slug ?? null, token };
  };
  const slug = `organisation-${partner.id}`;
  const through = await book({ organisation: slug, referral: ' lobby ' });
  expect(through).toMatchObject({ organisation_id: partner.id, referral: 'lobby', shown: slug });
  expect(await book({ organisation: `organisation-${stranger.id}` })).toMatchObject({
    organisation_id: null,
    referral: null,
    shown: null,
  });
  // A malformed referral must not prevent a hold.
  expect((await book({ referral: 'x'.repeat(500) })).referral).toBe('x'.repeat(100));
  expect((await book({ referral: '  ' })).referral).toBeNull();
  expect((await book({ referral: { a: 1 } })).referral).toBe('{"a": 1}');
  // A partner that the office assigns later is not shown to the guest.
  const withoutPartner = await book({});
  await db.query(`update public.bookings set organisation_id = $1 where organisation_id is null`, [partner.id]);
  const { booking } = await callAsGuest(db, 'read_booking', { token: withoutPartner.token });
  expect(booking.organisation).toBeNull();
});

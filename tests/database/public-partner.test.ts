/** A partner's page over its operators, and what of the link that led to it stays on the booking. ADR 034. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCompany, makeDeparture, makeOrganisation, type Company } from '../support/database-fixtures.ts';
import { openPglite, type Database } from '../support/database.ts';
import { askAsGuest, holdAsGuest, makeToken } from '../support/guest-asks.ts';

let db: Database;
let first: Company;
let second: Company;
beforeAll(async () => {
  db = await openPglite();
  [first, second] = [await makeCompany(db), await makeCompany(db)];
});
afterAll(() => db?.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
interface Page {
  status: string;
  organisation: { slug: string; name: string };
  operators: { slug: string; tours: { slug: string; next_at: string }[] }[];
}
const pageOf = (organisation: string) => askAsGuest<Page>(db, 'partner', { organisation });

test('a partner’s page lists the operators that it sends guests to, who starts first first; nobody else’s and none with nothing to book', async () => {
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
  expect(shown.operators.map((one) => one.slug)).toEqual([`company-${second.id}`, `company-${first.id}`]);
  expect(shown.operators[0]!.tours).toMatchObject([{ slug: 'walk', next_at: `${inDays(2)}T10:00:00.000Z` }]);

  await db.query(
    `update public.organisation_companies set status = 'ended' where organisation_id = $1 and company_id = $2`,
    [partner.id, second.id],
  );
  expect((await pageOf(slug)).operators.map((one) => one.slug)).toEqual([`company-${first.id}`]);
  await db.query(`update public.organisations set is_active = false where id = $1`, [partner.id]);
  expect([await pageOf(slug), await pageOf('nobody')]).toEqual([{ status: 'not_found' }, { status: 'not_found' }]);
});

test('the partner and the link’s own name stay on the booking, and the guest goes on seeing in whose name it was made', async () => {
  const partner = await makeOrganisation(db, [first]);
  const stranger = await makeOrganisation(db, [second]);
  const departure = await makeDeparture(db, first, { localDate: inDays(5) });
  const guests = [{ price_category_id: first.priceCategoryId }];
  const kept = async (more: Record<string, unknown>) => {
    const token = makeToken();
    const { booking } = await holdAsGuest(db, { departure, guests, token, more });
    const [row] = await db.query<{ organisation_id: string | null; referral: string | null }>(
      `select organisation_id, referral from public.bookings where reference = $1 and company_id = $2`,
      [booking.reference, first.id],
    );
    return { ...row, shown: booking.organisation?.slug ?? null, token };
  };
  const slug = `organisation-${partner.id}`;
  const through = await kept({ organisation: slug, referral: ' lobby ' });
  expect(through).toMatchObject({ organisation_id: partner.id, referral: 'lobby', shown: slug });
  expect(await kept({ organisation: `organisation-${stranger.id}` })).toMatchObject({
    organisation_id: null,
    referral: null,
    shown: null,
  });
  // Whatever somebody put into a link, seats are not refused for it.
  expect((await kept({ referral: 'x'.repeat(500) })).referral).toBe('x'.repeat(100));
  expect((await kept({ referral: '  ' })).referral).toBeNull();
  expect((await kept({ referral: { a: 1 } })).referral).toBe('{"a": 1}');
  // Whom the office names afterwards, its guest is not told of.
  const own = await kept({});
  await db.query(`update public.bookings set organisation_id = $1 where organisation_id is null`, [partner.id]);
  const { booking } = await askAsGuest(db, 'booking', { token: own.token });
  expect(booking.organisation).toBeNull();
});

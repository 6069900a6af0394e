/** Companies, people, departures and bookings for database tests; every id is new, so fixtures never collide. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Uuid } from '../../src/domain/ids.ts';
import { localDateIn } from '../../src/lib/local-date.ts';
import { insertRows } from '../../supabase/seed/insert.ts';
import { accountRows, joinAuthInstance } from '../../supabase/seed/people-rows.ts';
import type { Query, Session } from './database.ts';

/** The part of a database session that fixtures need. */
export type Fixtures = Pick<Session, 'query'>;

/** No vowels and no digits, so that no name, word or number that a test searches for occurs in a code. */
const SIGNS = 'BCDFGHJKMNPQRSTVWXZ';
const usedCodes = new Set<string>();

/** Returns a code that no other call has got: among twenty thousand short random ones a collision is likely. */
export function makeCode(length: 6 | 12): string {
  for (;;) {
    const code = Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('');
    if (usedCodes.has(code)) continue;
    usedCodes.add(code);
    return code;
  }
}

export const TIME_ZONE = 'Europe/Copenhagen';
const PRICE = 5000;

export const COMPANY_ROLES = ['owner', 'office', 'reservations', 'guide_manager', 'guide', 'accountant'] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

/** Where a person belongs, and as what. */
export interface Membership {
  role?: string;
  company?: Uuid;
  organisation?: Uuid;
}

/** Adds existing people to their companies and organisations, with their roles. */
async function addMemberships(db: Fixtures, people: readonly (Membership & { id: Uuid })[]): Promise<void> {
  await insertRows(db, {
    'public.company_members': people.flatMap(({ id, company }) =>
      company ? [{ user_id: id, company_id: company }] : [],
    ),
    'public.organisation_members': people.flatMap(({ id, organisation }) =>
      organisation ? [{ user_id: id, organisation_id: organisation }] : [],
    ),
  });
  const withRole = people.filter(({ role }) => role !== undefined);
  if (withRole.length === 0) return;
  await db.query(
    `insert into public.roles_users (user_id, role, company, organisation)
     select person.id, roles.id, person.company, person.organisation
     from json_to_recordset($1::text::json) as person (id uuid, role text, company uuid, organisation uuid)
     join public.roles on roles.guard_name = person.role`,
    [JSON.stringify(withRole)],
  );
}

/** Creates several people, who cannot sign in, with one statement for each table. */
export async function makePeople(db: Fixtures, memberships: readonly Membership[]): Promise<Uuid[]> {
  const people = memberships.map((membership) => ({ id: randomUUID() as Uuid, ...membership }));
  await insertRows(db, {
    'auth.users': people.map(({ id, role = 'person' }) => ({
      id,
      email: `${id}@muster.test`,
      raw_user_meta_data: { display_name: role },
    })),
  });
  await addMemberships(db, people);
  return people.map(({ id }) => id);
}

/** A bcrypt hash of the demo's password of the lowest cost: checking the demo's own takes a tenth of a second. */
const QUICK_PASSWORD_HASH = '$2b$04$fR9xop4qcqdkJ841MCgzxec1n0XgRGZSvFKjJQlN0LFBgEq/.fmLu';

/** Creates a person. `signsIn` gives them the demo's password, where Auth's own tables exist. */
export async function makePerson(
  db: Fixtures,
  { signsIn, ...membership }: Membership & { signsIn?: { email: string; name: string } } = {},
): Promise<Uuid> {
  if (!signsIn) return (await makePeople(db, [membership]))[0]!;
  const id = randomUUID();
  const account = { id, identityId: randomUUID(), locale: 'en', created_at: new Date().toISOString() };
  const rows = accountRows([{ ...account, ...signsIn }]);
  const users = rows['auth.users'].map((user) => ({ ...user, encrypted_password: QUICK_PASSWORD_HASH }));
  await insertRows(db, { ...rows, 'auth.users': users });
  await joinAuthInstance(db);
  await addMemberships(db, [{ id, ...membership }]);
  return id;
}

export interface Company<People = Record<CompanyRole, Uuid>> {
  id: Uuid;
  name: string;
  people: People;
  tourTitle: string;
  tourId: Uuid;
  /** An ADULT category of one seat for 5000 øre. */
  priceCategoryId: Uuid;
}

/**
 * Creates a company around `makePeople`: a subscription, one live tour and its price. `tag` distinguishes it on a
 * screen.
 */
export async function makeCompanyOf<People>(
  db: Fixtures,
  makePeople: (companyId: Uuid) => Promise<People>,
  options: { hasActiveSubscription?: boolean; isActive?: boolean; tag?: string; capacity?: number } = {},
): Promise<Company<People>> {
  const id = randomUUID();
  const tag = options.tag ? ` ${options.tag}` : '';
  const [name, tourTitle] = [`Harbour Walks${tag}`, `Harbour walk${tag}`];
  await db.query(
    `insert into public.companies (id, name, slug, time_zone, currency, has_active_subscription, is_active)
     values ($1, $2, $3, '${TIME_ZONE}', 'DKK', $4, $5)`,
    [id, name, `company-${id}`, options.hasActiveSubscription ?? true, options.isActive ?? true],
  );
  const people = await makePeople(id);
  const tourId = randomUUID();
  const priceCategoryId = randomUUID();
  await db.query(
    `insert into public.tours (id, company_id, slug, duration_minutes, capacity, status) values ($1, $2, 'walk', 90, $3, 'live')`,
    [tourId, id, options.capacity ?? 20],
  );
  await db.query(
    `insert into public.tour_translations (tour_id, locale, title, meeting_point) values ($1, 'en', $2, 'The fountain')`,
    [tourId, tourTitle],
  );
  await db.query(
    `insert into public.price_categories (id, tour_id, company_id, type, amount) values ($1, $2, $3, 'ADULT', ${PRICE})`,
    [priceCategoryId, tourId, id],
  );
  return { id, name, people, tourTitle, tourId, priceCategoryId };
}

export const makeCompany = (
  db: Fixtures,
  options: { hasActiveSubscription?: boolean; isActive?: boolean } = {},
): Promise<Company> =>
  makeCompanyOf(
    db,
    async (company) => {
      const ids = await makePeople(
        db,
        COMPANY_ROLES.map((role) => ({ role, company })),
      );
      return Object.fromEntries(COMPANY_ROLES.map((role, n) => [role, ids[n]])) as Record<CompanyRole, Uuid>;
    },
    options,
  );

/** Creates an organisation that oversees the companies, with a partner admin and a partner agent. */
export async function makeOrganisation(
  db: Fixtures,
  companies: readonly { id: Uuid }[] = [],
): Promise<{ id: Uuid; admin: Uuid; agent: Uuid }> {
  const id = randomUUID();
  await db.query(`insert into public.organisations (id, name, slug) values ($1, 'City Partners', $2)`, [
    id,
    `organisation-${id}`,
  ]);
  await insertRows(db, {
    'public.organisation_companies': companies.map((company) => ({
      organisation_id: id,
      company_id: company.id,
      status: 'active',
    })),
  });
  const [admin, agent] = await makePeople(db, [
    { role: 'partner_admin', organisation: id },
    { role: 'partner_agent', organisation: id },
  ]);
  return { id, admin: admin!, agent: agent! };
}

/** The parts of a company that a departure or booking needs. */
type Owner = Pick<Company<unknown>, 'id' | 'tourId' | 'priceCategoryId'>;

/**
 * Creates a departure of the company's tour: today at ten UTC by default, guided by its guide or by `guides`, of whom
 * the first leads. The local date of `startsAt` is in the company's time zone.
 */
export async function makeDeparture(
  db: Fixtures,
  company: Owner & { people: { guide: unknown } },
  options: { localDate?: string; startsAt?: Date; capacity?: number; guides?: readonly Uuid[]; status?: string } = {},
): Promise<Uuid> {
  const id = randomUUID();
  const { startsAt } = options;
  const date = startsAt
    ? localDateIn(TIME_ZONE, startsAt.getTime())
    : (options.localDate ?? new Date().toISOString().slice(0, 10));
  await db.query(
    `insert into public.departures (id, company_id, tour_id, starts_at, ends_at, local_date, capacity, status)
     values ($1, $2, $3, $4::timestamptz, $4::timestamptz + interval '90 minutes', $5, $6, $7)`,
    [
      id,
      company.id,
      company.tourId,
      startsAt?.toISOString() ?? `${date}T10:00:00Z`,
      date,
      options.capacity ?? 20,
      options.status ?? 'scheduled',
    ],
  );
  for (const [place, guide] of (options.guides ?? [company.people.guide as Uuid]).entries())
    await db.query(
      `insert into public.departure_guides (departure_id, user_id, role, status) values ($1, $2, $3, 'accepted')`,
      [id, guide, place === 0 ? 'lead' : 'assistant'],
    );
  return id;
}

export interface Party {
  bookingId: Uuid;
  reference: string;
  guests: { id: Uuid; name: string; ticketCode: string }[];
}

export interface BookingRequest {
  /** One guest per name; the first is the contact. */
  names: readonly string[];
  /** CONFIRMED by default; a hold ends in fifteen minutes. */
  status?: string;
  /** In øre; 0 by default. */
  paidAmount?: number;
  note?: string;
  voucherNumber?: string;
}

/** Creates a booking for each request; every guest is an adult. */
export async function makeBookings(
  db: Fixtures,
  company: Owner,
  { departureId, requests }: { departureId: Uuid; requests: readonly BookingRequest[] },
): Promise<Party[]> {
  const parties = requests.map(({ names }) => ({
    bookingId: randomUUID() as Uuid,
    reference: makeCode(6),
    guests: names.map((name) => ({ id: randomUUID() as Uuid, name, ticketCode: makeCode(12) })),
  }));
  await insertRows(db, {
    'public.bookings': requests.map(({ names, status = 'CONFIRMED', paidAmount, note, voucherNumber }, at) => ({
      id: parties[at]!.bookingId,
      company_id: company.id,
      departure_id: departureId,
      reference: parties[at]!.reference,
      status,
      source: 'office',
      contact_name: names[0],
      note: note ?? null,
      voucher_number: voucherNumber ?? null,
      total_amount: PRICE * names.length,
      paid_amount: paidAmount ?? 0,
      currency: 'DKK',
      expires_at: status === 'ON_HOLD' ? new Date(Date.now() + 900_000).toISOString() : null,
    })),
    'public.guests': parties.flatMap(({ bookingId, guests }) =>
      guests.map(({ id, name, ticketCode }) => ({
        id,
        company_id: company.id,
        departure_id: departureId,
        booking_id: bookingId,
        price_category_id: company.priceCategoryId,
        category_type: 'ADULT',
        name,
        ticket_code: ticketCode,
      })),
    ),
  });
  return parties;
}

/** Creates a booking of `guests` adults with the same name. */
export async function makeBooking(
  db: Fixtures,
  company: Owner,
  { departureId, guests = 1, ...request }: { departureId: Uuid; guests?: number } & Omit<BookingRequest, 'names'>,
): Promise<Party> {
  const names = Array<string>(guests).fill('Søren Müller');
  const [party] = await makeBookings(db, company, { departureId, requests: [{ names, ...request }] });
  return party!;
}

/** Returns the status of each guest by name, from the database's own fold. */
export async function guestStatuses(query: Query, departureId: Uuid): Promise<Record<string, string>> {
  const rows = await query<{ name: string; status: string }>(
    `with folded as materialized (select private.departure_roll_call($1) -> 'guests' as guests)
     select g.name, folded.guests -> g.id::text ->> 'status' as status
     from public.guests g cross join folded where g.departure_id = $1 order by g.name`,
    [departureId],
  );
  return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
}

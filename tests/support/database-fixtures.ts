/** Companies, people, departures and bookings for database tests; every id is fresh, so fixtures never collide. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Action, ActionKind, ActionPayloads } from '../../src/domain/actions.ts';
import type { Uuid } from '../../src/domain/ids.ts';
import type { Session } from './database.ts';

const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const given = new Set<string>();

/** A code that no other call has got: among twenty thousand short ones two are easily the same. */
export function makeCode(length: 6 | 12): string {
  for (;;) {
    const code = Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('');
    if (given.has(code)) continue;
    given.add(code);
    return code;
  }
}

/** The ready-made roles of a company that tests act as. */
export const COMPANY_ROLES = ['owner', 'office', 'reservations', 'guide_manager', 'guide', 'accountant'] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

export async function makePerson(
  db: Session,
  bound: { role?: string; company?: Uuid; organisation?: Uuid } = {},
): Promise<Uuid> {
  const id = randomUUID();
  await db.query(`insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)`, [
    id,
    `${id}@muster.test`,
    JSON.stringify({ display_name: bound.role ?? 'person' }),
  ]);
  if (bound.company)
    await db.query(`insert into public.company_members (user_id, company_id) values ($1, $2)`, [id, bound.company]);
  if (bound.organisation)
    await db.query(`insert into public.organisation_members (user_id, organisation_id) values ($1, $2)`, [
      id,
      bound.organisation,
    ]);
  if (bound.role)
    await db.query(
      `insert into public.roles_users (user_id, role, company, organisation)
       select $1::uuid, id, $3::uuid, $4::uuid from public.roles where guard_name = $2`,
      [id, bound.role, bound.company ?? null, bound.organisation ?? null],
    );
  return id;
}

export interface Company {
  id: Uuid;
  people: Record<CompanyRole, Uuid>;
  tourId: Uuid;
  /** An ADULT category of one seat for 5000 minor units. */
  priceCategoryId: Uuid;
}

/** A company with a subscription, a person for every role, one live tour and its price. */
export async function makeCompany(
  db: Session,
  options: { hasActiveSubscription?: boolean; isActive?: boolean } = {},
): Promise<Company> {
  const id = randomUUID();
  await db.query(
    `insert into public.companies (id, name, slug, time_zone, currency, has_active_subscription, is_active)
     values ($1, 'Harbour Walks', $2, 'Europe/Copenhagen', 'DKK', $3, $4)`,
    [id, `company-${id}`, options.hasActiveSubscription ?? true, options.isActive ?? true],
  );
  const people = {} as Record<CompanyRole, Uuid>;
  for (const role of COMPANY_ROLES) people[role] = await makePerson(db, { role, company: id });
  const tourId = randomUUID();
  const priceCategoryId = randomUUID();
  await db.query(
    `insert into public.tours (id, company_id, slug, duration_minutes, capacity, status) values ($1, $2, 'walk', 90, 20, 'live')`,
    [tourId, id],
  );
  await db.query(
    `insert into public.tour_translations (tour_id, locale, title, meeting_point) values ($1, 'en', 'Harbour walk', 'The fountain')`,
    [tourId],
  );
  await db.query(
    `insert into public.price_categories (id, tour_id, company_id, type, amount) values ($1, $2, $3, 'ADULT', 5000)`,
    [priceCategoryId, tourId, id],
  );
  return { id, people, tourId, priceCategoryId };
}

/** An organisation that oversees the companies, with a partner admin and a partner agent. */
export async function makeOrganisation(
  db: Session,
  companies: readonly Company[] = [],
): Promise<{ id: Uuid; admin: Uuid; agent: Uuid }> {
  const id = randomUUID();
  await db.query(`insert into public.organisations (id, name, slug) values ($1, 'City Partners', $2)`, [
    id,
    `organisation-${id}`,
  ]);
  for (const company of companies)
    await db.query(
      `insert into public.organisation_companies (organisation_id, company_id, status) values ($1, $2, 'active')`,
      [id, company.id],
    );
  return {
    id,
    admin: await makePerson(db, { role: 'partner_admin', organisation: id }),
    agent: await makePerson(db, { role: 'partner_agent', organisation: id }),
  };
}

/** A departure of the company's tour, today in UTC unless told otherwise, guided by its guide unless `guides` says who. */
export async function makeDeparture(
  db: Session,
  company: Company,
  options: { localDate?: string; capacity?: number; guides?: readonly Uuid[]; status?: string } = {},
): Promise<Uuid> {
  const id = randomUUID();
  const date = options.localDate ?? new Date().toISOString().slice(0, 10);
  await db.query(
    `insert into public.departures (id, company_id, tour_id, starts_at, ends_at, local_date, capacity, status)
     values ($1, $2, $3, $4::timestamptz, $4::timestamptz + interval '90 minutes', $5, $6, $7)`,
    [id, company.id, company.tourId, `${date}T10:00:00Z`, date, options.capacity ?? 20, options.status ?? 'scheduled'],
  );
  for (const guide of options.guides ?? [company.people.guide])
    await db.query(`insert into public.departure_guides (departure_id, user_id, status) values ($1, $2, 'accepted')`, [
      id,
      guide,
    ]);
  return id;
}

export interface Party {
  bookingId: Uuid;
  reference: string;
  guests: { id: Uuid; ticketCode: string }[];
}

/** A confirmed booking of `guests` adults, not paid yet. */
export async function makeBooking(
  db: Session,
  company: Company,
  options: { departureId: Uuid; guests?: number; status?: string; paidAmount?: number; externalReference?: string },
): Promise<Party> {
  const bookingId = randomUUID();
  const reference = makeCode(6);
  const count = options.guests ?? 1;
  const status = options.status ?? 'CONFIRMED';
  await db.query(
    `insert into public.bookings (id, company_id, departure_id, reference, status, source, contact_name, total_amount,
       paid_amount, currency, external_reference, expires_at)
     values ($1, $2, $3, $4, $5, 'office', 'Søren Müller', $6, $7, 'DKK', $8, $9)`,
    [
      bookingId,
      company.id,
      options.departureId,
      reference,
      status,
      5000 * count,
      options.paidAmount ?? 0,
      options.externalReference ?? null,
      status === 'ON_HOLD' ? new Date(Date.now() + 900_000).toISOString() : null,
    ],
  );
  const guests = Array.from({ length: count }, () => ({ id: randomUUID() as Uuid, ticketCode: makeCode(12) }));
  await db.query(
    `insert into public.guests (id, company_id, departure_id, booking_id, price_category_id, category_type, name, ticket_code)
     select g.id, $2::uuid, $3::uuid, $4::uuid, $5::uuid, 'ADULT', 'Søren Müller', g.code
     from jsonb_to_recordset($1::jsonb) as g (id uuid, code text)`,
    [
      JSON.stringify(guests.map((guest) => ({ id: guest.id, code: guest.ticketCode }))),
      company.id,
      options.departureId,
      bookingId,
      company.priceCategoryId,
    ],
  );
  return { bookingId, reference, guests };
}

/** A device that numbers its actions, in the wire's shape (docs/protocol.md). */
export function makeDevice(id: Uuid = randomUUID()) {
  let sequence = 0;
  return {
    id,
    /** The first argument of check_in_push. */
    header: (now: Date = new Date()) => ({ id, label: 'Tablet', app_version: '1.0.0', now: now.toISOString() }),
    action: <K extends ActionKind>(
      kind: K,
      fields: {
        company: { id: Uuid };
        departureId: Uuid;
        payload: K extends 'walk_in' ? Record<string, unknown> : SnakePayload<K>;
        bookingId?: Uuid | null;
        guestId?: Uuid | null;
        id?: Uuid;
        at?: Date;
      },
    ): WireAction => {
      sequence += 1;
      const at = (fields.at ?? new Date(Date.now() - 1000)).toISOString();
      return {
        id: fields.id ?? randomUUID(),
        schema_version: 1,
        kind,
        company_id: fields.company.id,
        departure_id: fields.departureId,
        booking_id: fields.bookingId ?? null,
        guest_id: fields.guestId ?? null,
        payload: fields.payload,
        device_id: id,
        device_sequence: sequence,
        occurred_at: at,
        device_time: at,
      };
    },
  };
}

type SnakePayload<K extends ActionKind> = K extends 'depart' ? { head_count: number } : ActionPayloads[K];

export interface WireAction {
  id: Uuid;
  schema_version: number;
  kind: Action['kind'];
  company_id: Uuid;
  departure_id: Uuid;
  booking_id: Uuid | null;
  guest_id: Uuid | null;
  payload: unknown;
  device_id: Uuid;
  device_sequence: number;
  occurred_at: string;
  device_time: string;
}

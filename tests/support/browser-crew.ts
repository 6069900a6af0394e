/** A company of its own for one test: people who can sign in, a tour, departures and guests with known names. */
import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD_HASH } from '../../supabase/seed/people.ts';
import type { Uuid } from '../../src/domain/ids.ts';
import { localDateIn } from '../../src/lib/local-date.ts';
import type { Query } from './browser-database.ts';
import { makeCode } from './database-fixtures.ts';

const ROLES = { guide: 'guide', colleague: 'guide', office: 'office', owner: 'owner' } as const;
export type CrewMember = keyof typeof ROLES;

export interface CrewGuest {
  id: Uuid;
  name: string;
  ticketCode: string;
  bookingId: Uuid;
  reference: string;
}

export interface PartyRequest {
  /** One booking with a guest of each name; the first is its contact. */
  names: string[];
  /** Still to be paid, in øre; nothing by default. */
  due?: number;
  note?: string;
  status?: 'CONFIRMED' | 'CANCELLED' | 'ON_HOLD';
  voucher?: string;
}

export interface Crew {
  companyId: Uuid;
  tourTitle: string;
  people: Record<CrewMember, { id: Uuid; email: string; name: string }>;
  /** A departure that starts `inMinutes` from now, guided by the guide and the colleague, with a booking for each party. */
  departure(
    parties: readonly PartyRequest[],
    options?: { inMinutes?: number },
  ): Promise<{ id: Uuid; guests: CrewGuest[] }>;
  /** What the fold in the database says of the guests: name to status. */
  statuses(departureId: Uuid): Promise<Record<string, string>>;
  actions(
    departureId: Uuid,
  ): Promise<{ id: Uuid; kind: string; guest_id: Uuid | null; device_id: Uuid; flags: string[] }[]>;
}

export async function makeCrew(query: Query): Promise<Crew> {
  const companyId = randomUUID();
  const tourId = randomUUID();
  const priceCategoryId = randomUUID();
  const tag = companyId.slice(0, 8);
  const tourTitle = `Harbour walk ${tag}`;
  await query(
    `insert into public.companies (id, name, slug, time_zone, currency, has_active_subscription, is_active)
     values ($1, $2, $3, 'Europe/Copenhagen', 'DKK', true, true)`,
    [companyId, `Harbour Walks ${tag}`, `harbour-${tag}`],
  );
  const people = {} as Crew['people'];
  for (const member of Object.keys(ROLES) as CrewMember[]) {
    const person = { id: randomUUID() as Uuid, email: `${member}-${tag}@muster.test`, name: `${member} of ${tag}` };
    people[member] = person;
    await query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
         raw_user_meta_data, email_change_confirm_status, is_sso_user, is_anonymous, created_at, updated_at)
       values ($1, 'authenticated', 'authenticated', $2, $3, now(), '{"provider":"email","providers":["email"]}',
         $4, 0, false, false, now(), now())`,
      [
        person.id,
        person.email,
        DEMO_PASSWORD_HASH,
        JSON.stringify({
          sub: person.id,
          email: person.email,
          display_name: person.name,
          locale: 'en',
          email_verified: true,
        }),
      ],
    );
    await query(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
       values ($1, 'email', $2, $3, $4, now(), now())`,
      [randomUUID(), person.id, person.id, JSON.stringify({ sub: person.id, email: person.email })],
    );
    await query('insert into public.company_members (user_id, company_id) values ($1, $2)', [person.id, companyId]);
    await query(
      `insert into public.roles_users (user_id, role, company) select $1::uuid, id, $3::uuid from public.roles where guard_name = $2`,
      [person.id, ROLES[member], companyId],
    );
  }
  await query(
    `insert into public.tours (id, company_id, slug, duration_minutes, capacity, status) values ($1, $2, 'walk', 90, 200, 'live')`,
    [tourId, companyId],
  );
  await query(
    `insert into public.tour_translations (tour_id, locale, title, meeting_point) values ($1, 'en', $2, 'The fountain')`,
    [tourId, tourTitle],
  );
  await query(
    `insert into public.price_categories (id, tour_id, company_id, type, amount) values ($1, $2, $3, 'ADULT', 5000)`,
    [priceCategoryId, tourId, companyId],
  );

  return {
    companyId,
    tourTitle,
    people,
    async departure(parties, { inMinutes = 20 } = {}) {
      const id = randomUUID();
      const starts = new Date(Date.now() + inMinutes * 60_000);
      await query(
        `insert into public.departures (id, company_id, tour_id, starts_at, ends_at, local_date, capacity)
         values ($1, $2, $3, $4::timestamptz, $4::timestamptz + interval '90 minutes', $5, 600)`,
        [id, companyId, tourId, starts.toISOString(), localDateIn('Europe/Copenhagen', starts.getTime())],
      );
      for (const member of ['guide', 'colleague'] as const) {
        await query(
          `insert into public.departure_guides (departure_id, user_id, role, status) values ($1, $2, $3, 'accepted')`,
          [id, people[member].id, member === 'guide' ? 'lead' : 'assistant'],
        );
      }
      const bookings = parties.map((party) => ({
        id: randomUUID(),
        reference: makeCode(6),
        status: party.status ?? 'CONFIRMED',
        contact_name: party.names[0]!,
        note: party.note ?? null,
        external_reference: party.voucher ?? null,
        total_amount: 5000 * party.names.length,
        paid_amount: 5000 * party.names.length - (party.due ?? 0),
        expires_at: party.status === 'ON_HOLD' ? new Date(Date.now() + 900_000).toISOString() : null,
        is_cancelled: party.status === 'CANCELLED',
      }));
      const guests = parties.flatMap((party, index) =>
        party.names.map((name) => ({
          id: randomUUID() as Uuid,
          name,
          ticketCode: makeCode(12),
          bookingId: bookings[index]!.id as Uuid,
          reference: bookings[index]!.reference,
        })),
      );
      await query(
        `insert into public.bookings (id, company_id, departure_id, reference, status, source, contact_name, note,
           external_reference, total_amount, paid_amount, currency, expires_at)
         select b.id, $2::uuid, $3::uuid, b.reference, b.status, 'office', b.contact_name, b.note,
           b.external_reference, b.total_amount, b.paid_amount, 'DKK', b.expires_at
         from jsonb_to_recordset($1::jsonb) as b (id uuid, reference text, status text, contact_name text, note text,
           external_reference text, total_amount bigint, paid_amount bigint, expires_at timestamptz)`,
        [JSON.stringify(bookings), companyId, id],
      );
      await query(
        `insert into public.guests (id, company_id, departure_id, booking_id, price_category_id, category_type, name, ticket_code)
         select g.id, $2::uuid, $3::uuid, g."bookingId", $4::uuid, 'ADULT', g.name, g."ticketCode"
         from jsonb_to_recordset($1::jsonb) as g (id uuid, "bookingId" uuid, name text, "ticketCode" text)`,
        [JSON.stringify(guests), companyId, id, priceCategoryId],
      );
      return { id, guests };
    },
    async statuses(departureId) {
      const rows = await query<{ name: string; here: boolean }>(
        `select g.name, exists (
           select from public.check_in_actions a where a.guest_id = g.id and a.kind = 'check_in' and not exists (
             select from public.check_in_actions u where u.kind = 'undo' and u.payload->'actions' ? a.id::text)) as here
         from public.guests g where g.departure_id = $1 order by g.name`,
        [departureId],
      );
      return Object.fromEntries(rows.map(({ name, here }) => [name, here ? 'checked_in' : 'expected']));
    },
    actions: (departureId) =>
      query(
        `select id, kind, guest_id, device_id, to_jsonb(flags) as flags from public.check_in_actions
         where departure_id = $1 order by device_id, device_sequence`,
        [departureId],
      ),
  };
}

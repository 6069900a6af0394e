/** A company, two partners with an agreement each, and short functions for the tests of commissions. */
import { randomUUID } from 'node:crypto';
import { makeCompany, makeDeparture, makeOrganisation, type Company } from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

export type RpcResult = { status: string } & Record<string, unknown>;
export type Partner = Awaited<ReturnType<typeof makeOrganisation>>;
export const HOUR_MS = 3_600_000;

export let db: Database;
export let company: Company;
export let partner: Partner;
export let other: Partner;

export async function openScene(open: () => Promise<Database> = openPostgres): Promise<void> {
  db = await open();
}
export async function setScene(): Promise<void> {
  company = await makeCompany(db);
  partner = await makeOrganisation(db, [company]);
  other = await makeOrganisation(db, [company]);
  for (const organisation of [partner, other]) await agree(organisation, terms());
}

export const call = (as: Persona, name: string, input: Record<string, unknown>) => db.rpc<RpcResult>(as, name, input);
export const terms = (more: object = {}) => ({ kind: 'percent', percent: 10, tours: [], click: 'last', window_days: 30, ...more }); // prettier-ignore
export const agree = (of: Partner, wanted: object) =>
  db.query(`update public.organisation_companies set terms = $3 where organisation_id = $1 and company_id = $2`, [
    of.id,
    company.id,
    JSON.stringify(wanted),
  ]);
export const makeLink = async (of: Partner, tour: string | null = null): Promise<{ id: string; code: string }> => {
  const id = randomUUID();
  const made = { link: id, organisation: of.id, company: company.id, tour, name: 'Lobby' };
  return { id, code: String((await call(of.agent, 'create_referral_link', made))['code']) };
};
export const link = async (of: Partner, tour: string | null = null): Promise<string> => (await makeLink(of, tour)).code;
export const slugOf = async (of: Partner) =>
  (await db.query<{ slug: string }>('select slug from public.organisations where id = $1', [of.id]))[0]!.slug;
export const adults = (count: number) =>
  Array.from({ length: count }, () => ({ price_category_id: company.priceCategoryId }));
export const departureIn = (hours: number, capacity = 200) =>
  makeDeparture(db, company, { startsAt: new Date(Date.now() + hours * HOUR_MS), capacity });
export const bookedBy = async (
  of: Partner | null,
  departure: string,
  count = 2,
  more: object = {},
  as: Persona = company.people.owner,
): Promise<string> =>
  String(
    (
      await call(as, 'hold_booking', {
        request: randomUUID(),
        departure,
        booking: {
          guests: adults(count),
          state: 'CONFIRMED',
          contact: { name: 'Anna Holm' },
          organisation_id: of?.id ?? null,
          override: 'asked',
          ...more,
        },
      })
    )['booking_id'],
  );
export const act = (name: string, booking: string, change: object = {}, as: Persona = company.people.owner) =>
  call(as, name, { request: randomUUID(), booking, change });
export interface Line {
  state: string;
  amount: number;
}
export const linesOf = (booking: string) =>
  db.query<Line>(
    `select l.state::text, l.amount::integer as amount from private.commission_lines as l join private.referrals as r on r.id = l.referral_id
     where r.booking_id = $1 order by r.made_at, l.made_at, l.state`,
    [booking],
  );
/** Moves a departure to the given hours ago. */
export const ago = (departure: string, hours: number) =>
  db.query(
    `update public.departures set starts_at = now() - make_interval(hours => $2), ends_at = now() - make_interval(hours => $2) + interval '90 minutes',
       local_date = ((now() - make_interval(hours => $2)) at time zone 'Europe/Copenhagen')::date where id = $1`,
    [departure, hours],
  );
export const referrals = (as: Persona = partner.admin, of: object = { organisation: partner.id }) =>
  call(as, 'read_referrals', { ...of });
export const sums = async (of: Partner = partner) =>
  (
    (await referrals(of.admin, { organisation: of.id }))['partners'] as {
      sums: { pending: number; earned: number; settled: number }[];
    }[]
  )[0]!.sums[0];
export const thisMonth = () => new Date().toISOString().slice(0, 8) + '01';
export const monthBefore = (months: number) => {
  const day = new Date(`${thisMonth()}T12:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() - months);
  return day.toISOString().slice(0, 10);
};
export const guestsOf = async (booking: string): Promise<string[]> =>
  (
    await db.query<{ id: string }>(
      'select id from public.guests where booking_id = $1 and not is_cancelled order by id',
      [booking],
    )
  ).map(({ id }) => id);

export async function checkIn(departure: string, booking: string, guest: string): Promise<void> {
  const device = randomUUID();
  const { guide } = company.people;
  await db.query(`insert into public.devices (id, user_id, label, app_version) values ($1, $2, '', '')`, [
    device,
    guide,
  ]);
  await db.query(
    `insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence,
       schema_version, user_id, occurred_at, device_time, body_hash)
     values (gen_random_uuid(), $1, $2, $3, $4, 'check_in', '{"method": "tap"}', $5, 1, 1, $6, now(), now(), '')`,
    [company.id, departure, booking, guest, device, guide],
  );
}

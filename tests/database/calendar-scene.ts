/** A company with a calendar, and short names for its RPCs, for the tests of the calendar and of guides. */
import { randomUUID } from 'node:crypto';
import type { Uuid } from '../../src/domain/ids.ts';
import { makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';

export interface Card {
  id: Uuid;
  version: number;
  capacity: number;
  booked: number;
  language: string;
  meeting_note: string | null;
  closed: boolean;
  status: string;
  starts_at: string;
  ends_at: string;
  local_date: string;
  differs: number;
  guides: { user_id: Uuid; state: string; role: string }[];
}
export interface RpcResult {
  status: string;
  done?: boolean;
  version?: number;
  departure?: Card;
  departures?: Card[];
  impact?: {
    bookings: number;
    guests: number;
    holds: number;
    without_email: { reference: string; contact_name: string }[];
    guides: { user_id: Uuid }[];
  };
  conflicts?: Conflict[];
}
export interface Conflict {
  departure_id: Uuid;
  user_id: Uuid;
  kind: string;
  other_id: Uuid | null;
}

/** Returns the date `offset` days from today in UTC, as the fixtures count. */
export const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

export async function openScene(db: Database) {
  const company = await makeCompany(db);
  const ask = <T = RpcResult>(person: Persona, name: string, args: Record<string, unknown>) =>
    db.rpc<T>(person, name, { company: company.id, ...args });
  /** Makes a departure ten days ahead, without guides unless given. */
  const departure = (options: Parameters<typeof makeDeparture>[2] = {}) =>
    makeDeparture(db, company, { localDate: day(10), guides: [], ...options });
  const versionOf = async (id: Uuid) =>
    (await db.query<{ version: number }>(`select version from public.departures where id = $1`, [id]))[0]!.version;
  /** Returns the departures with their current versions, as a client would send them. */
  const chosen = async (...ids: Uuid[]) => {
    const all = [];
    for (const id of ids) all.push({ id, version: await versionOf(id) });
    return all;
  };
  const audited = async (action: string) =>
    (
      await db.query<{ n: number }>(
        `select count(*)::int as n from public.audit_events where company_id = $1 and action = $2`,
        [company.id, action],
      )
    )[0]!.n;
  const mails = (template: string) =>
    db.query<{ recipient: string; locale: string; data: Record<string, string>; dedupe_key: string }>(
      `select recipient, locale, data, dedupe_key from private.outbox_messages where company_id = $1 and template = $2 order by recipient`,
      [company.id, template],
    );
  return { db, company, ask, departure, versionOf, chosen, audited, mails };
}
export type Scene = Awaited<ReturnType<typeof openScene>>;

/** Gives a booking an email address and a locale; returns the address. */
export async function addMail(db: Database, bookingId: Uuid, locale: string): Promise<string> {
  const address = `${randomUUID()}@guest.test`;
  await db.query(`update public.bookings set contact_email = $2, locale = $3 where id = $1`, [
    bookingId,
    address,
    locale,
  ]);
  return address;
}

/** Returns every kind of person without access to the company's office. */
export const strangersTo = (other: Company, company: Company, more: Persona[]): Persona[] => [
  company.people.guide,
  company.people.accountant,
  company.people.guide_manager,
  other.people.owner,
  ...more,
];

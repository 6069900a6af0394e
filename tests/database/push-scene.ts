/** Two companies, and short functions that make and push actions, for the tests of pushes. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeBooking, makeCode, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Company, Party } from '../support/database-fixtures.ts';

export let db: Database;
export let company: Company;
export let other: Company;

export async function openScene(): Promise<void> {
  db = await openPostgres();
  company = await makeCompany(db);
  other = await makeCompany(db);
}

export interface Outcome {
  id: string | null;
  status: string;
  flags?: string[];
  code?: string;
}
export interface RpcResult {
  status: string;
  server_time: string;
  outcomes: Outcome[];
}
export type Device = ReturnType<typeof makeDevice>;

export const push = (person: string, device: Device, actions: unknown, now?: Date) =>
  db.rpc<RpcResult>(person, 'check_in_push', { device: device.header(now), actions });
export const office = () => company.people.office;
export const stored = (id: string) => db.query(`select * from public.check_in_actions where id = $1`, [id]);

export async function setUp(
  options: { guests?: number; status?: string; paidAmount?: number; capacity?: number; startsAt?: Date } = {},
) {
  const { capacity = 20, startsAt } = options;
  const departureId = await makeDeparture(db, company, { capacity, ...(startsAt && { startsAt }) });
  const party = await makeBooking(db, company, { departureId, ...options });
  return { departureId, party, device: makeDevice() };
}
export const checkIn = (
  device: Device,
  departureId: string,
  party: Party,
  more: { id?: string; at?: Date; guest?: number } = {},
) =>
  device.action('check_in', {
    company,
    departureId,
    bookingId: party.bookingId,
    guestId: party.guests[more.guest ?? 0]!.id,
    payload: { method: 'tap' },
    id: more.id,
    at: more.at,
  });
export const payment = (device: Device, departureId: string, party: Party, amount = 5000) =>
  device.action('payment', {
    company,
    departureId,
    bookingId: party.bookingId,
    payload: { amount, currency: 'DKK', method: 'cash' },
  });
export const undo = (device: Device, departureId: string, ids: string[]) =>
  device.action('undo', { company, departureId, payload: { actions: ids } });
export const walkIn = (device: Device, departureId: string, more: Record<string, unknown> = {}, guests = 1) => {
  const ids = Array.from({ length: guests }, () => randomUUID());
  return device.action('walk_in', {
    company,
    departureId,
    bookingId: randomUUID(),
    payload: {
      reference: makeCode(6),
      contact_name: 'Ana',
      contact_phone: null,
      contact_email: null,
      total_amount: 5000,
      currency: 'DKK',
      guests: ids.map((id) => ({
        id,
        price_category_id: company.priceCategoryId,
        name: null,
        ticket_code: makeCode(12),
      })),
      ...more,
    },
  });
};
export const outcomes = (result: RpcResult) =>
  result.outcomes.map(({ status, flags, code }) => flags ?? code ?? status);

/** Requests as a guest's browser sends them: own token, not signed in, with an address that only the gateway knows. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { RpcResult } from './booking-stage.ts';
import { makeBooking, type Company } from './database-fixtures.ts';
import type { Database, Session } from './database.ts';

export const makeToken = () => randomBytes(32).toString('base64url');

export interface GuestBooking {
  id: string;
  sequence: number;
  organisation: { slug: string } | null;
  reference: string;
  state: string;
  expires_at: string | null;
  extensions: number;
  version: number;
  contact: { name: string; email: string; phone: string | null } | null;
  departure: { id: string };
  guests: {
    id: string;
    type: string;
    name: string | null;
    amount: number;
    is_checked_in: boolean;
    ticket_code: string | null;
  }[];
  money: { total: number; due: number; owed: number; overpaid: number };
  may: { cancel: boolean; move: boolean; until: string; refund: number };
}
export type GuestResult = RpcResult & { booking: GuestBooking };

/** Calls a `guest_…` RPC as a visitor; `from` is the address that the gateway passes on. */
export async function callAsGuest<T = GuestResult>(
  db: Pick<Session, 'as'>,
  name: string,
  { from, ...args }: Record<string, unknown> & { from?: string },
): Promise<T> {
  const names = Object.keys(args);
  const values = Object.values(args).map((value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  );
  return db.as('anon', async (query) => {
    if (from !== undefined)
      await query(`select set_config('request.headers', $1, true)`, [JSON.stringify({ 'cf-connecting-ip': from })]);
    const list = names.map((key, at) => `${key} => $${at + 1}`).join(', ');
    const [row] = await query<{ result: T }>(`select public.guest_${name}(${list}) as result`, values);
    return row!.result;
  });
}

export interface Wish {
  departure: string;
  guests: { price_category_id: string }[];
  token?: string;
  request?: string;
  from?: string;
  more?: Record<string, unknown>;
}

export const holdAsGuest = (
  db: Pick<Session, 'as'>,
  { departure, guests, token = makeToken(), request = randomUUID(), from, more }: Wish,
) =>
  callAsGuest(db, 'hold', {
    request,
    token,
    departure,
    booking: { guests, locale: 'da', ...more },
    ...(from === undefined ? {} : { from }),
  });

export async function makeLinkedBooking(
  db: Database,
  company: Company,
  wanted: { departureId: string; guests: number },
) {
  const token = makeToken();
  const party = await makeBooking(db, company, wanted);
  await db.query(
    `update public.bookings set access_token_hash = encode(sha256(convert_to($2, 'UTF8')), 'hex') where id = $1`,
    [party.bookingId, token],
  );
  return { token, ...party };
}

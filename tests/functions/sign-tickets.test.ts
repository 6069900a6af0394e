/** Signed tickets from the guest's link to the office's list: who gets them, the keys, and check-ins by them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedGuestId, parseSignedTicket, encodeTicket, formatSignedTicket } from '../../src/domain/signed-ticket.ts';
import { fromBase64Url } from '../../src/lib/base64url.ts';
import { verifyEd25519 } from '../../src/lib/ed25519.ts';
import { signTickets } from '../../supabase/functions/sign-tickets/handler.ts';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

let db: Database;
let stage: Stage;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
});
afterAll(() => db?.close());
beforeEach(() => db.query(`delete from private.rate_limit_buckets`));

interface Signed {
  status: string;
  party: string;
  guests: { id: string; ticket: string }[];
}
async function sign(token: unknown, headers: Record<string, string> = {}): Promise<Signed & Record<string, unknown>> {
  const request = new Request('http://127.0.0.1/functions/v1/sign-tickets', {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  const response = await signTickets(request, fakePorts({ database: serviceDatabase(db) }));
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  return (await response.json()) as Signed & Record<string, unknown>;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
async function makeBookingIn({ adults = 2, children = 0, days = 1 } = {}) {
  const departure = await makeDeparture(db, stage.company, { localDate: inDays(days), capacity: 40 });
  const token = makeToken();
  const guests = [
    ...Array.from({ length: adults }, () => ({ price_category_id: stage.categories.ADULT })),
    ...Array.from({ length: children }, () => ({ price_category_id: stage.categories.CHILD })),
  ];
  await holdAsGuest(db, { departure, guests, token });
  const contact = { name: 'Anna Holm', email: 'anna@holm.test', locale: 'da' };
  const result = await callAsGuest(db, 'confirm', { request: randomUUID(), token, details: { contact } });
  expect(result.status).toBe('ok');
  const [booking] = await db.query<{ id: string }>(
    `select id from public.bookings where reference = $1 and company_id = $2`,
    [result.booking.reference, stage.company.id],
  );
  return { departure, token, booking: result.booking, id: booking!.id };
}
const owner = () => stage.company.people.owner;
interface Keys {
  status: string;
  keys: { id: string; public_key: string; retired_at: string | null; revoked_at: string | null }[];
}
const keys = async (person = owner()) => db.rpc<Keys>(person, 'read_ticket_keys', { company: stage.company.id });

async function isGenuine(text: string): Promise<boolean> {
  const read = parseSignedTicket(text)!;
  const key = (await keys()).keys.find(({ id }) => id === read.ticket.keyId);
  return key !== undefined && verifyEd25519({ ...read, publicKey: fromBase64Url(key.public_key)! });
}

describe('signing', () => {
  test('signs a ticket for the party and one per guest, verifiable by the public key', async () => {
    const { token, departure, booking, id } = await makeBookingIn({ adults: 2, children: 1 });
    const signed = await sign(token);
    const { ticket } = parseSignedTicket(signed.party)!;
    expect(ticket).toMatchObject({
      bookingId: id,
      departureId: departure,
      reference: booking.reference,
      isParty: true,
    });
    expect(ticket.guests.map((guest) => guest.type).toSorted()).toEqual(['ADULT', 'ADULT', 'CHILD']);
    expect(ticket.guests.map((guest) => guest.id).toSorted()).toEqual(
      booking.guests.map((guest) => guest.id).toSorted(),
    );
    expect(ticket.due).toBe(booking.money.due);
    expect(ticket.startsAt).toBe(`${inDays(1)}T10:00:00.000Z`);
    expect(signed.guests.map((guest) => guest.id)).toEqual(booking.guests.map((guest) => guest.id));
    for (const guest of signed.guests)
      expect(parseSignedTicket(guest.ticket)!.ticket.guests.map((guest) => guest.id)).toEqual([guest.id]);
    for (const text of [signed.party, ...signed.guests.map((guest) => guest.ticket)])
      expect(await isGenuine(text)).toBe(true);
    expect(JSON.stringify(signed)).not.toContain('private');
  });

  test('numbers guests by their position in the booking, including later ones', async () => {
    const { booking, id } = await makeBookingIn({ adults: 2 });
    expect(booking.guests.map((guest) => guest.id).toSorted()).toEqual(
      [signedGuestId(id, 1), signedGuestId(id, 2)].toSorted(),
    );
    const [made] = await db.query<{ ids: string[] }>(
      `select private.add_guests(b, $2::jsonb) as ids from public.bookings as b where b.id = $1`,
      [id, JSON.stringify([{ price_category_id: stage.categories.CHILD }])],
    );
    expect(made!.ids).toEqual([signedGuestId(id, 3)]);
  });

  test('answers unknown tokens alike, and signs confirmed bookings only', async () => {
    const { token, booking } = await makeBookingIn();
    const results = [
      await sign(makeToken()),
      await sign(''),
      await sign(token.slice(1)),
      await sign(booking.reference),
    ];
    for (const result of results) expect(result).toEqual({ status: 'not_found' });
    expect(await sign(7)).toEqual({ status: 'invalid' });
    await callAsGuest(db, 'cancel', { request: randomUUID(), token, change: {} });
    expect(await sign(token)).toEqual({ status: 'wrong_state', state: 'CANCELLED' });
  });

  test('is rate limited per client address and per booking', async () => {
    const { token } = await makeBookingIn();
    const from = { 'cf-connecting-ip': '203.0.113.9' };
    await db.query(
      `insert into private.rate_limit_buckets (key, tokens, counted_at) values ('guest:203.0.113.9', 0, clock_timestamp())`,
    );
    expect(await sign(makeToken(), from)).toMatchObject({ status: 'rate_limited', retry_after: 1 });
    expect((await sign(token)).status).toBe('ok');
    for (let time = 0; time < 59; time += 1) await sign(token);
    expect(await sign(token)).toMatchObject({ status: 'rate_limited' });
  });

  test('allows other origins, and POST only', async () => {
    const callSignTickets = (method: string) =>
      signTickets(new Request('http://127.0.0.1/functions/v1/sign-tickets', { method }), fakePorts());
    const preflight = await callSignTickets('OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('apikey');
    expect((await callSignTickets('GET')).status).toBe(405);
  });
});

describe('keys', () => {
  test('are made with the first ticket and rotated by the owner, logged; old tickets stay valid', async () => {
    const { token } = await makeBookingIn();
    const first = (await sign(token)).party;
    const before = await keys();
    const current = before.keys.find((key) => key.retired_at === null)!;
    expect(parseSignedTicket(first)!.ticket.keyId).toBe(current.id);
    const rotated = await db.rpc<Keys>(owner(), 'rotate_ticket_key', { company: stage.company.id, key: current.id });
    expect(rotated.keys.find((key) => key.id === current.id)).toMatchObject({ revoked_at: null });
    const repeated = await db.rpc<Keys>(owner(), 'rotate_ticket_key', { company: stage.company.id, key: current.id });
    expect(repeated).toEqual(rotated);
    const second = (await sign(token)).party;
    expect(parseSignedTicket(second)!.ticket.keyId).not.toBe(current.id);
    expect([await isGenuine(first), await isGenuine(second)]).toEqual([true, true]);
    const events = await db.query<{ action: string; after: { key: string } }>(
      `select action, after from public.audit_events where company_id = $1 and action like '%ticket_key' order by happened_at`,
      [stage.company.id],
    );
    expect(events.filter(({ after }) => after.key === current.id).map(({ action }) => action)).toEqual([
      'make_ticket_key',
      'rotate_ticket_key',
    ]);
    expect(JSON.stringify(events)).not.toContain('private');
  });

  test('are made once by concurrent requests', async () => {
    const { token } = await makeBookingIn();
    const current = (await keys()).keys.find((key) => key.retired_at === null);
    if (current) await db.rpc(owner(), 'rotate_ticket_key', { company: stage.company.id, key: current.id });
    const made = await Promise.all([sign(token), sign(token), sign(token)]);
    expect(new Set(made.map(({ party }) => parseSignedTicket(party)!.ticket.keyId)).size).toBe(1);
  });

  test('are read, rotated and revoked by an owner of the company only', async () => {
    await sign((await makeBookingIn()).token);
    const { id } = (await keys()).keys[0]!;
    const other = await makeCompany(db);
    const { guide, reservations, office } = stage.company.people;
    for (const person of [guide, reservations, office, other.people.owner])
      for (const name of ['read_ticket_keys', 'rotate_ticket_key', 'revoke_ticket_key'])
        expect(
          await db.rpc(person, name, {
            company: stage.company.id,
            ...(name === 'read_ticket_keys' ? {} : { key: id }),
          }),
        ).toEqual({ status: 'not_permitted' });
    expect(await db.rpc(other.people.owner, 'revoke_ticket_key', { company: other.id, key: id })).toEqual({
      status: 'not_found',
    });
    expect(JSON.stringify(await keys())).not.toContain('private_key');
  });

  test('reach devices with the pull, and again when revoked', async () => {
    await sign((await makeBookingIn()).token);
    const day = inDays(0);
    const pull = (cursor: unknown) =>
      db.rpc<{ rows: { companies: { ticket_keys: { id: string; revoked: boolean }[] }[] }; cursor: unknown }>(
        stage.company.people.guide,
        'check_in_pull',
        { company: stage.company.id, from_date: day, to_date: inDays(2), cursor, page_size: 5000 },
      );
    const first = await pull(null);
    const { id } = first.rows.companies[0]!.ticket_keys.at(-1)!;
    expect(JSON.stringify(first)).not.toContain('private');
    expect((await pull(first.cursor)).rows.companies).toEqual([]);
    await db.rpc(owner(), 'revoke_ticket_key', { company: stage.company.id, key: id });
    const ticketKeys = (await pull(first.cursor)).rows.companies[0]!.ticket_keys;
    expect(ticketKeys.find((key) => key.id === id)).toEqual({ id, public_key: expect.any(String), revoked: true });
    // The guest's page gets a ticket with another key on its next request.
    expect(parseSignedTicket((await sign((await makeBookingIn()).token)).party)!.ticket.keyId).not.toBe(id);
  });
});

describe('a check-in by signed ticket', () => {
  type Outcome = { status: string; flags?: string[]; code?: string };
  type Method = 'signed' | 'tap';
  async function push(departureId: string, entry: { id: string; guest: string; ticket: string; method?: Method }) {
    const { company } = stage;
    const device = makeDevice();
    const action = device.action('check_in', {
      company,
      departureId,
      bookingId: entry.id,
      guestId: entry.guest,
      payload: { method: entry.method ?? 'signed', ticket: entry.ticket },
    });
    const { outcomes } = await db.rpc<{ outcomes: Outcome[] }>(company.people.office, 'check_in_push', {
      device: device.header(),
      actions: [action],
    });
    return outcomes[0]!;
  }
  const stateOf = async (departure: string, guest: string) => {
    const [row] = await db.query<{ state: { status: string } | null; tally: Record<string, number> }>(
      `select fold #> array['guests', $2] as state, fold -> 'tally' as tally from private.departure_roll_call($1) as fold`,
      [departure, guest],
    );
    return row!;
  };

  test('is recorded like any other', async () => {
    const { token, departure, id, booking } = await makeBookingIn({ adults: 1 });
    const { party } = await sign(token);
    const guest = booking.guests[0]!.id;
    expect(await push(departure, { id, guest, ticket: party })).toMatchObject({ status: 'applied' });
    expect((await stateOf(departure, guest)).state).toMatchObject({ status: 'checked_in' });
    expect(await push(departure, { id, guest, ticket: party })).toMatchObject({ flags: ['already_checked_in'] });
  });

  test('is flagged for a cancelled or moved booking, and counts on the departure where it happened', async () => {
    const cancelled = await makeBookingIn({ adults: 1 });
    const ticket = (await sign(cancelled.token)).party;
    await callAsGuest(db, 'cancel', { request: randomUUID(), token: cancelled.token, change: {} });
    const guest = cancelled.booking.guests[0]!.id;
    expect(await push(cancelled.departure, { id: cancelled.id, guest, ticket })).toMatchObject({
      status: 'flagged',
      flags: ['booking_cancelled'],
    });
    expect(await stateOf(cancelled.departure, guest)).toMatchObject({ state: { status: 'checked_in' } });

    const moved = await makeBookingIn({ adults: 1, days: 3 });
    const signed = (await sign(moved.token)).party;
    const target = await makeDeparture(db, stage.company, { localDate: inDays(4) });
    const change = { departure_id: target };
    expect((await callAsGuest(db, 'move', { request: randomUUID(), token: moved.token, change })).status).toBe('ok');
    const mover = moved.booking.guests[0]!.id;
    expect(await push(moved.departure, { id: moved.id, guest: mover, ticket: signed })).toMatchObject({
      flags: expect.arrayContaining(['booking_moved']),
    });
    expect(await stateOf(moved.departure, mover)).toMatchObject({
      state: { status: 'checked_in' },
      tally: { checked_in: 1 },
    });
  });

  test('is refused by code for an unknown booking, guest or key, and a changed ticket', async () => {
    const { token, departure, id, booking } = await makeBookingIn({ adults: 1 });
    const { party } = await sign(token);
    const guest = booking.guests[0]!.id;
    const { ticket, signature } = parseSignedTicket(party)!;
    const alteredTicket = (more: object) => formatSignedTicket(encodeTicket({ ...ticket, ...more }), signature);
    const unknown = randomUUID();
    for (const entry of [
      {
        id: unknown,
        guest: signedGuestId(unknown, 1),
        ticket: alteredTicket({ bookingId: unknown, guests: [{ id: signedGuestId(unknown, 1), type: 'ADULT' }] }),
      },
      { id, guest: randomUUID(), ticket: party },
      { id, guest, ticket: alteredTicket({ keyId: 'ffffffff' }) },
      { id, guest, ticket: alteredTicket({ bookingId: unknown }) },
      { id, guest, ticket: 'AQ' },
    ])
      expect(await push(departure, entry)).toMatchObject({ status: 'refused', code: 'unknown_ticket' });
    expect(await push(departure, { id, guest, ticket: 'not a ticket!' })).toMatchObject({ code: 'malformed' });
    expect(await push(departure, { id, guest, ticket: party, method: 'tap' })).toMatchObject({ code: 'malformed' });
    expect((await stateOf(departure, guest)).state).toMatchObject({ status: 'expected' });
  });
});

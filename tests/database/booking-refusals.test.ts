/** Refusals of booking actions that no other test gets: a used request id, and a departure that takes no guests. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACT_NAMES } from '../../src/data/bookings/action-schemas.ts';
import { makeStage, type RpcResult, type Stage } from '../support/booking-stage.ts';
import { makeDeparture } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { callAsGuest, holdAsGuest, makeToken } from '../support/guest-requests.ts';

let db: Database;
let stage: Stage;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
});
afterAll(() => db?.close());
beforeEach(() => db.query(`delete from private.rate_limit_buckets`));

const CONTACT = { name: 'Anna Holm', email: 'anna@holm.test' };
const adult = () => ({ price_category_id: stage.categories.ADULT });
const child = () => ({ price_category_id: stage.categories.CHILD });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const departureOf = () => makeDeparture(db, stage.company, { localDate: inDays(20), capacity: 10 });
const call = (name: string, args: object) => db.rpc<RpcResult>(stage.company.people.office, name, { ...args });
const hold = async (departure: string, booking: object) =>
  (await call('hold_booking', { request: randomUUID(), departure, booking }))['booking_id'] as string;
const act = (name: string, booking: string, change: object) => call(name, { request: randomUUID(), booking, change });
const expire = (booking: string) =>
  db.query(`update public.bookings set expires_at = clock_timestamp() - interval '1 second' where id = $1`, [booking]);

describe('a request id that was used for something else', () => {
  test('is refused by every action of the office', async () => {
    const request = randomUUID();
    const departure = await departureOf();
    const booking = { guests: [adult()], state: 'CONFIRMED', contact: CONTACT };
    const { booking_id: id } = await call('hold_booking', { request, departure, booking });
    for (const name of ACT_NAMES)
      expect([name, await call(name, { request, booking: id, change: {} })]).toEqual([name, { status: 'id_reused' }]);
    expect(await call('hold_booking', { request, departure, booking: { guests: [] } })).toEqual({
      status: 'id_reused',
    });
  });

  test('is refused by every action of a guest', async () => {
    const request = randomUUID();
    const token = makeToken();
    const departure = await departureOf();
    expect(await holdAsGuest(db, { departure, guests: [adult()], token, request })).toMatchObject({ status: 'ok' });
    const refused = { status: 'id_reused' };
    expect(await holdAsGuest(db, { departure, guests: [adult(), adult()], token, request })).toEqual(refused);
    const ACTS: Record<string, object> = {
      extend: {},
      confirm: { details: { contact: CONTACT } },
      cancel: { change: {} },
      move: { change: { departure_id: await departureOf() } },
      edit: { change: { version: 1 } },
      redeem: { code: 'SUMMER' },
      report_delay: { minutes: 10 },
    };
    for (const [name, args] of Object.entries(ACTS))
      expect([name, await callAsGuest(db, name, { request, token, ...args })]).toEqual([name, refused]);
  });
});

/** Ways in which a departure or tour comes to refuse a party that it had accepted; each returns how to undo it. */
const CAUSES = {
  closed: async (departure: string) => {
    await db.query(`update public.departures set is_closed = true where id = $1`, [departure]);
    return async () => undefined;
  },
  departure_cancelled: async (departure: string) => {
    await db.query(`update public.departures set status = 'cancelled' where id = $1`, [departure]);
    return async () => undefined;
  },
  party_too_small: async () => {
    await db.query(`update public.tours set minimum_party = 5 where id = $1`, [stage.company.tourId]);
    return async () =>
      void (await db.query(`update public.tours set minimum_party = 1 where id = $1`, [stage.company.tourId]));
  },
  not_accompanied: async () => async () => undefined,
} as const;

describe.each(Object.keys(CAUSES) as (keyof typeof CAUSES)[])('%s', (status) => {
  const party = () => (status === 'not_accompanied' ? [child()] : [adult()]);
  /** Staff may hold seats for a child alone. */
  const more = () => (status === 'not_accompanied' ? { override: 'with her aunt' } : {});

  test.each(['hold_booking', 'extend_booking', 'confirm_booking', 'restore_booking', 'change_party', 'move_booking'])(
    'refuses %s',
    async (name) => {
      const departure = await departureOf();
      const isForExpired = ['extend_booking', 'confirm_booking', 'restore_booking'].includes(name);
      const booking = await hold(name === 'move_booking' ? await departureOf() : departure, {
        guests: party(),
        contact: CONTACT,
        ...(isForExpired ? {} : { state: 'CONFIRMED' }),
        ...more(),
      });
      if (isForExpired) await expire(booking);
      const undo = await CAUSES[status](departure);
      try {
        const result =
          name === 'hold_booking'
            ? await call(name, { request: randomUUID(), departure, booking: { guests: party() } })
            : await act(
                name,
                booking,
                { move_booking: { departure_id: departure }, change_party: { add: party() } }[name] ?? {},
              );
        expect(result).toMatchObject({ status });
      } finally {
        await undo();
      }
    },
  );

  test.each(['hold', 'extend', 'confirm', 'move'])('refuses a guest’s %s', async (name) => {
    const departure = await departureOf();
    const token = makeToken();
    const first = name === 'move' ? await departureOf() : departure;
    const held = await holdAsGuest(db, { departure: first, guests: [adult(), ...party()], token });
    expect(held.status).toBe('ok');
    if (name === 'move')
      await callAsGuest(db, 'confirm', { request: randomUUID(), token, details: { contact: CONTACT } });
    else if (name !== 'hold') await expire(held.booking.id);
    // A child that was accompanied.
    if (status === 'not_accompanied')
      await db.query(`update public.guests set is_cancelled = true where booking_id = $1 and price_category_id = $2`, [
        held.booking.id,
        stage.categories.ADULT,
      ]);
    const undo = await CAUSES[status](departure);
    try {
      const request = randomUUID();
      const result =
        name === 'hold'
          ? await holdAsGuest(db, { departure, guests: party() })
          : await callAsGuest(db, name, {
              request,
              token,
              ...{ confirm: { details: { contact: CONTACT } }, move: { change: { departure_id: departure } } }[name],
            });
      expect(result).toMatchObject({ status });
    } finally {
      await undo();
    }
  });
});

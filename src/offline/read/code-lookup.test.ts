/** Codes looked up in the device’s database. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignedTicket } from '../../domain/signed-ticket.ts';
import { startOffline, stopOffline } from '../device/current-engine.ts';
import { bookingId, COMPANY, departureId, departureRows, guestId } from '../testing/office.ts';
import { departureRef, stopAll, syncedDevice, type SyncFixture } from '../testing/synced-device.ts';
import { findByTicket, findByCode, lookUpCodeOnDevice, sha256Hex } from './code-lookup.ts';

const startEngine = vi.hoisted(() => vi.fn());
vi.mock('../device/start-engine.ts', () => ({ startEngine }));

const OTHER_COMPANY = '99999999-9999-4999-8999-999999999999';
let device: SyncFixture;

beforeEach(async () => {
  device = await syncedDevice({ guests: 2 });
  startEngine.mockReset().mockImplementation(async () => ({ engine: device.engine, stopWatching: () => {} }));
});
afterEach(async () => {
  await stopOffline();
  await stopAll();
});
const start = () => startOffline(device.engine.userId, COMPANY);
const ticket = (more: Partial<SignedTicket>) =>
  ({ bookingId: bookingId(1), isParty: false, guests: [{ id: guestId(1) }], ...more }) as SignedTicket;

describe('lookUpCodeOnDevice', () => {
  test('returns null without an engine', async () => {
    expect(await lookUpCodeOnDevice({ kind: 'reference', value: 'R00001' }, COMPANY)).toEqual({ ok: true, data: null });
  });

  test('reads the database of the engine', async () => {
    await start();
    expect(await lookUpCodeOnDevice({ kind: 'reference', value: 'R00001' }, COMPANY)).toMatchObject({
      ok: true,
      data: { booking: { id: bookingId(1) }, guest: null },
    });
  });
});

describe('findByTicket', () => {
  test('finds nothing without an engine', async () => {
    expect(await findByTicket(ticket({}))).toEqual({ ok: true, data: null });
  });

  test('returns the booking of a signed ticket, with the guest of a ticket for one', async () => {
    await start();
    expect(await findByTicket(ticket({}))).toMatchObject({
      ok: true,
      data: { booking: { id: bookingId(1) }, guest: { id: guestId(1) }, departure: { id: departureId() } },
    });
    expect(await findByTicket(ticket({ isParty: true }))).toMatchObject({
      ok: true,
      data: { booking: { id: bookingId(1) }, guest: null },
    });
    expect(await findByTicket(ticket({ guests: [] }))).toMatchObject({ ok: true, data: { guest: null } });
  });

  test('returns null for a booking that is not on the device', async () => {
    await start();
    expect(await findByTicket(ticket({ bookingId: bookingId(9) }))).toEqual({ ok: true, data: null });
  });
});

describe('findByCode', () => {
  test('lists only the guests of the booking', async () => {
    const { db } = device.engine;
    const [guest] = departureRows(1).guests;
    await db.guests.put({ ...guest!, id: guestId(7), ticketCode: 'SECOND' });
    const match = await findByCode(db, { kind: 'reference', value: 'R00001' }, COMPANY);
    expect(match!.party.map(({ id }) => id)).toEqual([guestId(1), guestId(7)]);
  });

  test('returns the match without a departure or tour that is not on the device', async () => {
    const { db } = device.engine;
    await db.tours.clear();
    expect(await findByCode(db, { kind: 'reference', value: 'R00001' }, COMPANY)).toMatchObject({
      departure: { id: departureId() },
      tour: null,
    });
    await db.departures.clear();
    expect(await findByCode(db, { kind: 'reference', value: 'R00001' }, COMPANY)).toMatchObject({
      departure: null,
      tour: null,
    });
  });

  test('matches the secret of a link against link hashes only', async () => {
    const { db } = device.engine;
    expect(await findByCode(db, { kind: 'link', value: 'V-1-1' }, COMPANY)).toBeNull();
    expect(await findByCode(db, { kind: 'link', value: 'R00001' }, COMPANY)).toBeNull();
    await db.bookings.update(bookingId(1), { linkHash: 'R00002' });
    expect((await findByCode(db, { kind: 'reference', value: 'R00002' }, COMPANY))?.booking.id).toBe(bookingId(2));
  });

  test('treats a ticket whose booking is missing as a voucher number', async () => {
    const { db } = device.engine;
    const [guest] = departureRows(1).guests;
    await db.bookings.delete(bookingId(1));
    expect(await findByCode(db, { kind: 'ticket', value: guest!.ticketCode }, COMPANY)).toBeNull();
    await db.bookings.update(bookingId(2), { voucherNumber: guest!.ticketCode });
    expect(await findByCode(db, { kind: 'ticket', value: guest!.ticketCode }, COMPANY)).toMatchObject({
      booking: { id: bookingId(2) },
      guest: null,
    });
  });

  test('finds nothing of another company', async () => {
    const { db } = device.engine;
    const [guest] = departureRows(1).guests;
    await db.bookings.update(bookingId(1), { linkHash: await sha256Hex('secret') });
    for (const code of [
      { kind: 'ticket', value: guest!.ticketCode },
      { kind: 'reference', value: 'R00001' },
      { kind: 'voucher', value: 'v-1-1' },
      { kind: 'link', value: 'secret' },
    ] as const) {
      expect(await findByCode(db, code, COMPANY)).toMatchObject({ booking: { id: bookingId(1) } });
      expect(await findByCode(db, code, OTHER_COMPANY)).toBeNull();
    }
  });

  describe('for a walk-in that no pull has returned', () => {
    async function addTwo() {
      const { engine } = device;
      const add = (contactName: string) =>
        engine.record.addWalkIn({
          ...departureRef,
          contactName,
          totalAmount: 0,
          currency: 'DKK',
          guests: [{ priceCategoryId: null, name: contactName }, { priceCategoryId: null }],
          checkIn: true,
        });
      await add('Anna');
      await add('Bo');
      const entries = await engine.db.outbox.orderBy('deviceSequence').toArray();
      const payloads = entries.flatMap(({ action }) => (action.kind === 'walk_in' ? [action.payload] : []));
      const [anna, bo] = payloads;
      return { db: engine.db, anna: anna!, bo: bo! };
    }

    test('returns the party by its reference', async () => {
      const { db, bo } = await addTwo();
      const match = await findByCode(db, { kind: 'reference', value: bo.reference }, COMPANY);
      expect(match).toMatchObject({
        booking: { contactName: 'Bo' },
        guest: null,
        departure: { id: departureId() },
        tour: { title: { en: 'Harbour walk' } },
      });
      expect(match!.party.map(({ id }) => id)).toEqual(bo.guests.map(({ id }) => id));
    });

    test('returns the guest by the ticket code', async () => {
      const { db, anna } = await addTwo();
      const match = await findByCode(db, { kind: 'ticket', value: anna.guests[1]!.ticketCode }, COMPANY);
      expect(match).toMatchObject({ booking: { contactName: 'Anna' }, guest: { id: anna.guests[1]!.id } });
      expect(match!.party).toHaveLength(2);
    });

    test('returns null once the server has refused it', async () => {
      const { db, anna } = await addTwo();
      await db.outbox.toCollection().modify({ state: 'parked' });
      expect(await findByCode(db, { kind: 'reference', value: anna.reference }, COMPANY)).toBeNull();
    });

    test('returns null for another kind of code or another company', async () => {
      const { db, anna } = await addTwo();
      for (const kind of ['voucher', 'link', 'ticket'] as const)
        expect(await findByCode(db, { kind, value: anna.reference }, COMPANY)).toBeNull();
      expect(await findByCode(db, { kind: 'reference', value: anna.reference }, OTHER_COMPANY)).toBeNull();
      expect(await findByCode(db, { kind: 'ticket', value: 'UNKNOWN' }, COMPANY)).toBeNull();
      await db.departures.clear();
      expect(await findByCode(db, { kind: 'reference', value: anna.reference }, COMPANY)).toMatchObject({
        departure: null,
        tour: null,
      });
    });
  });
});

test('sha256Hex returns the digest in lower-case hexadecimal', async () =>
  expect(await sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'));

/** Reads of screens: list of departures, search, scanned code, all by index. */
// Live queries require a global IndexedDB, even though ours is passed in.
import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readPendingLines, readSummaries, summariesOf } from './departure-list.ts';
import { departureView, readFrame } from './departure-view.ts';
import type { Engine } from '../device/engine.ts';
import { findByCode, sha256Hex } from './code-lookup.ts';
import { discardParked } from '../outbox/outbox.ts';
import { readPending } from '../outbox/pending.ts';
import { searchEntries, searchParts } from './search-entries.ts';
import { openSearchIndex } from './search-index.ts';
import { readMirrored } from './summaries.ts';
import { manualClock, flushPromises, testDevice } from '../testing/devices.ts';
import { memoryServer } from '../testing/memory-server.ts';
import {
  bookingId,
  COMPANY,
  departureId,
  departureRows,
  guestId,
  guestRef,
  office,
  PERSON,
} from '../testing/office.ts';

const waitFor = <T>(assertion: () => T) => vi.waitFor(assertion, { timeout: 10_000 });

const open: Engine[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.stop();
});
let users = 0;

async function device(...departures: Parameters<typeof departureRows>[]) {
  const clock = manualClock();
  const server = memoryServer(() => clock.now());
  server.write(office());
  for (const departure of departures) server.write(departureRows(...departure));
  users += 1;
  const userId = `10000000-0000-4000-8000-${String(users).padStart(12, '0')}`;
  const engine = await testDevice({ userId, port: server, clock }).open();
  open.push(engine);
  engine.setCompany(COMPANY);
  await engine.sync.pass();
  return { engine, server, db: engine.db };
}
const list = async ({ db }: Engine) =>
  summariesOf(await readSummaries(db, COMPANY), await readPendingLines(db, COMPANY));
const departureRef = { companyId: COMPANY, departureId: departureId() };

describe('the list of departures', () => {
  test('shows the earliest first with stored figures, exact ones where actions wait', async () => {
    const { engine } = await device([3, { startsAt: '2026-05-01T12:00:00.000Z' }], [2, { number: 2 }]);
    const before = await list(engine);
    expect(before.map((line) => [line.departure.id, line.tally.expected, line.due, line.waiting])).toEqual([
      [departureId(2), 2, 10_000, 0],
      [departureId(1), 3, 15_000, 0],
    ]);
    expect(before[0]?.guideNames).toEqual(['Guide']);
    expect(before[0]?.currency).toBe('DKK');
    await engine.record.checkIn({ ...departureRef, guests: [guestRef(1)], method: 'tap' });
    await engine.record.collect({
      ...departureRef,
      guests: [],
      bookingId: bookingId(2),
      amount: 5000,
      currency: 'DKK',
      method: 'cash',
    });
    const line = (await list(engine))[1]!;
    expect(line).toMatchObject({ tally: { expected: 2, checkedIn: 1 }, due: 10_000, waiting: 2, departedAt: null });
    await engine.sync.pass();
    expect((await list(engine))[1]).toMatchObject({ tally: { expected: 2, checkedIn: 1 }, due: 10_000, waiting: 0 });
  });

  test('counts an undone walk-in as cancelled and owing nothing', async () => {
    const { engine } = await device([1]);
    const added = await engine.record.addWalkIn({
      ...departureRef,
      contactName: 'Anna',
      totalAmount: 7000,
      currency: 'DKK',
      guests: [{ priceCategoryId: null }],
      checkIn: false,
    });
    expect((await list(engine))[0]).toMatchObject({ due: 12_000, tally: { expected: 2 } });
    await engine.record.undo({ ...departureRef, actions: added.ok ? added.data.actionIds : [] });
    expect((await list(engine))[0]).toMatchObject({ due: 5000, tally: { expected: 1, cancelled: 1 } });
    await engine.sync.pass();
    expect((await list(engine))[0]).toMatchObject({ due: 5000, tally: { expected: 1, cancelled: 1 }, waiting: 0 });
  });
});

test('departureView names people and devices, and lists waiting actions', async () => {
  const { engine, db } = await device([2]);
  await engine.record.checkIn({ ...departureRef, guests: [guestRef(1)], method: 'tap' });
  const pending = await readPending(db, { departureId: departureId() });
  const frame = await readFrame(db, departureId());
  const view = departureView({ frame: frame!, mirrored: await readMirrored(db, departureId()), pending });
  expect(view.waiting).toEqual(new Set(pending.map(({ action }) => action.id)));
  expect(view.personName(PERSON)).toBe('Guide');
  expect(view.personName(guestId(1))).toBeUndefined();
  expect(view.isOwn(pending[0]!.action)).toBe(true);
  expect(view.isOwn({ ...pending[0]!.action, userId: guestId(1) })).toBe(false);
  expect(view.rollCall.guests.get(guestId(1))?.status).toBe('checked_in');
  expect(await readFrame(db, departureId(9))).toBeNull();
});

test('a check-in does not read the departure’s frame again', async () => {
  const { engine, db } = await device([2]);
  const frames: NonNullable<Awaited<ReturnType<typeof readFrame>>>[] = [];
  const { unsubscribe } = liveQuery(() => readFrame(db, departureId())).subscribe((frame) => void frames.push(frame!));
  const outboxes: unknown[] = [];
  const outbox = liveQuery(() => db.outbox.count()).subscribe((count) => void outboxes.push(count));
  await waitFor(() => expect([frames.length, outboxes]).toEqual([1, [0]]));
  await engine.record.checkIn({ ...departureRef, guests: [guestRef(1)], method: 'tap' });
  await waitFor(() => expect(outboxes).toEqual([0, 1]));
  // Let reads that the check-in triggered finish before the next write.
  await db.meta.count();
  await flushPromises();
  await db.people.put({ id: guestId(2), displayName: 'Another guide' });
  await waitFor(() => expect(JSON.stringify([...frames.at(-1)!.people])).toContain('Another guide'));
  expect(frames).toHaveLength(2);
  unsubscribe();
  outbox.unsubscribe();
});

describe('findByCode', () => {
  test.each([
    ['ticket', 'T22122222221', guestId(1)],
    ['reference', 'R00002', null],
    ['voucher', 'V-1-2', null],
    ['voucher', 'v-1-2', null],
  ] as const)('finds a %s code: %s', async (kind, value, guest) => {
    const { db } = await device([2]);
    const code = kind === 'ticket' ? departureRows(2).guests[0]!.ticketCode : value;
    const match = await findByCode(db, { kind, value: code }, COMPANY);
    expect(match?.guest?.id ?? null).toBe(guest);
    expect(match?.booking.id).toBe(guest ? bookingId(1) : bookingId(2));
    expect(match?.party).toHaveLength(1);
    expect(match?.departure?.id).toBe(departureId());
    expect(match?.tour?.title.en).toBe('Harbour walk');
  });

  test('finds a link by its hash and a voucher that looks like a reference, of this company only', async () => {
    const { db, server, engine } = await device([2]);
    const [first, second] = departureRows(2).bookings;
    server.write({
      bookings: [
        { ...first!, linkHash: await sha256Hex('the-token-of-a-guest') },
        { ...second!, voucherNumber: 'ABC234' },
      ],
    });
    await engine.sync.pass();
    expect((await findByCode(db, { kind: 'link', value: 'the-token-of-a-guest' }, COMPANY))?.booking.id).toBe(
      bookingId(1),
    );
    expect((await findByCode(db, { kind: 'reference', value: 'ABC234' }, COMPANY))?.booking.id).toBe(bookingId(2));
    expect(await findByCode(db, { kind: 'reference', value: 'ABC234' }, departureId(5))).toBeNull();
    expect(await findByCode(db, { kind: 'ticket', value: 'ZZZZZZZZZZZZ' }, COMPANY)).toBeNull();
  });

  test('finds a walk-in of this device before it is pulled', async () => {
    const { db, engine } = await device([1]);
    await engine.record.addWalkIn({
      ...departureRef,
      contactName: 'Anna',
      totalAmount: 0,
      currency: 'DKK',
      guests: [{ priceCategoryId: null, name: 'Anna' }],
    });
    const walkIn = (await db.outbox.toArray()).map((entry) => entry.action).find((action) => action.kind === 'walk_in');
    const ticket = walkIn?.kind === 'walk_in' ? walkIn.payload.guests[0]!.ticketCode : '';
    expect((await findByCode(db, { kind: 'ticket', value: ticket }, COMPANY))?.guest?.name).toBe('Anna');
  });
});

describe('search', () => {
  test('covers all departures, and follows every change', async () => {
    const { engine, server, db } = await device([2], [2, { number: 2 }]);
    const index = openSearchIndex(db, COMPANY);
    let received = 0;
    const stop = index.subscribe(() => (received += 1));
    expect(index.isReady()).toBe(false);
    await expect.poll(index.isReady).toBe(true);
    expect(index.search('soren guest1@').map((hit) => hit.departureId)).toEqual([departureId(1), departureId(2)]);
    expect(index.search('guest2 muller')).toHaveLength(2);
    expect(index.search('+45 20 30 0002')).toHaveLength(2);
    expect(index.search('nobody')).toEqual([]);
    expect(index.search('')).toEqual([]);
    expect(index.search('guest', { limit: 3 })).toHaveLength(3);

    received = 0;
    server.write({ guests: [{ ...departureRows(2).guests[0]!, name: 'Zoë Ångström' }] });
    await engine.sync.pass();
    await flushPromises();
    expect(received).toBe(1);
    expect(index.search('zoe angstrom')).toHaveLength(1);

    await engine.record.addWalkIn({
      ...departureRef,
      contactName: 'Late Larsen',
      totalAmount: 0,
      currency: 'DKK',
      guests: [{ priceCategoryId: null }],
    });
    await expect.poll(() => index.search('larsen')).toHaveLength(1);
    server.visible.delete(departureId(2));
    await engine.sync.pass();
    await expect.poll(() => index.search('r00002').map((hit) => hit.departureId)).toEqual([departureId(1)]);
    stop();
    index.close();
  });

  test('is prepared without following changes, and catches up for a subscriber', async () => {
    const { engine, server, db } = await device([120], [2, { number: 2 }]);
    const index = openSearchIndex(db, COMPANY);
    await index.prepare();
    expect(index.isReady()).toBe(false);
    expect(index.search('soren', { limit: 500 })).toHaveLength(122);
    const before = index.version();
    server.write({ guests: [{ ...departureRows(2).guests[0]!, name: 'Zoë Ångström' }] });
    await engine.sync.pass();
    await flushPromises();
    expect(index.version()).toBe(before);
    expect(index.search('zoe')).toEqual([]);
    const stop = index.subscribe(() => {});
    await expect.poll(index.isReady).toBe(true);
    expect(index.search('zoe')).toHaveLength(1);
    stop();
    expect(index.isReady()).toBe(false);
    index.close();
  });

  test('reads each of 5,000 prepared guests at most twice per keystroke and folds only the query', () => {
    let reads = 0;
    const countReads = (number: number) => {
      const { guests, bookings } = departureRows(500, { number });
      const entries = searchEntries(guests, {
        bookings: new Map(bookings.map((booking) => [booking.id, booking])),
        startsAt: '',
      });
      return entries.map((entry) => ({
        ...entry,
        get target() {
          reads += 1;
          return entry.target;
        },
      }));
    };
    const parts = Array.from({ length: 10 }, (_, at) => countReads(at + 1));
    expect(searchParts(parts, 'guest', { limit: 10_000 })).toHaveLength(5000);
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const lowerCase = vi.spyOn(String.prototype, 'toLowerCase');
    try {
      for (const query of ['s', 'so', 'sor', 'soren g', 'soren gue 4', 'muller 499', '20 30', 'zzz']) {
        reads = 0;
        searchParts(parts, query);
        // Once to match it and once to rank it.
        expect([query, reads >= 5000, reads <= 10_000]).toEqual([query, true, true]);
      }
      // Folding is the expensive step: once per query, never per guest.
      expect([normalize.mock.calls.length, lowerCase.mock.calls.length]).toEqual([8, 8]);
    } finally {
      normalize.mockRestore();
      lowerCase.mockRestore();
    }
  });
});

test('pending actions are read once; figures follow a pull, a refusal and a discard', async () => {
  const { engine, db, server } = await device([3], [2, { number: 2 }]);
  await engine.record.checkIn({ ...departureRef, guests: [guestRef(1)], method: 'tap' });
  const first = await readPending(db, departureRef);
  await engine.record.checkIn({ ...departureRef, guests: [guestRef(2)], method: 'tap' });
  const second = await readPending(db, departureRef);
  // The same object, so it was not read again.
  expect(second.map(({ action }) => action)).toContain(first[0]!.action);
  const lines = await readPendingLines(db, COMPANY);
  expect(lines.get(departureId())).toMatchObject({ tally: { expected: 1, checkedIn: 2 }, waiting: 2 });
  expect(lines.has(departureId(2))).toBe(false);
  // Without changes the same object is returned; after a change of the departure's rows another one.
  expect((await readPendingLines(db, COMPANY)).get(departureId())).toBe(lines.get(departureId()));
  server.write({
    guests: departureRows(3)
      .guests.slice(2)
      .map((guest) => ({ ...guest, cancelled: true })),
  });
  server.refuse = () => 'not_permitted';
  await engine.sync.pass();
  expect((await readPendingLines(db, COMPANY)).get(departureId())).toMatchObject({
    tally: { expected: 2, checkedIn: 0, cancelled: 1 },
    waiting: 0,
    refused: 2,
  });
  expect((await readPending(db, { companyId: COMPANY })).map(({ parked }) => parked)).toEqual([true, true]);
  await discardParked(
    db,
    second.map(({ action }) => action.id),
  );
  // Discarded actions disappear at once, unlike those that a pull removed from the outbox.
  expect(await readPendingLines(db, COMPANY)).toEqual(new Map());
});

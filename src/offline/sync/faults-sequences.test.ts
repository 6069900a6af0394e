/** Faults that need two failures in sequence. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../data/failures.ts';
import { parseTicketCode } from '../../domain/ticket-code.ts';
import { fail } from '../../domain/result.ts';
import type { UserDatabase } from '../device/database.ts';
import { readPendingLines, readSummaries, summariesOf } from '../read/departure-list.ts';
import { withAcknowledged } from '../read/acknowledged-overlay.ts';
import { findByCode } from '../read/code-lookup.ts';
import { discardParked } from '../outbox/outbox.ts';
import { readPending } from '../outbox/pending.ts';
import { bookingId, COMPANY, departureId, departureRows, guestId } from '../testing/office.ts';
import { counts, departureRef, queued, openEngine, stopAll, tap, syncedDevice } from '../testing/synced-device.ts';

afterEach(stopAll);

const DAY_MS = 86_400_000;
const list = async (db: UserDatabase) =>
  summariesOf(await readSummaries(db, COMPANY), await readPendingLines(db, COMPANY));
const offline = async () => fail('offline', { retry: true });

describe('views after a fault', () => {
  test('an action discarded while its departure was closed does not reappear when it is opened', async () => {
    const { engine, server } = await syncedDevice();
    const readOverlay = async () =>
      withAcknowledged(engine.db, {
        queryId: departureRef.departureId,
        entries: await readPending(engine.db, { departureId: departureRef.departureId }),
      });
    await tap(engine, 1);
    expect(await readOverlay()).toHaveLength(1);
    server.refuse = () => 'malformed';
    await engine.sync.pass();
    await discardParked(
      engine.db,
      (await queued(engine)).map(({ id }) => id),
    );
    expect(await readOverlay()).toEqual([]);
  });

  test('a booking moved in an interrupted pull changes both lists', async () => {
    const { engine, server } = await syncedDevice();
    server.write(departureRows(2, { number: 2 }));
    await engine.sync.pass();
    server.pageSize = 2;
    const rows = departureRows(3);
    server.write({ bookings: [{ ...rows.bookings[0]!, departureId: departureId(2) }] });
    server.write({ guests: [{ ...rows.guests[0]!, departureId: departureId(2) }] });
    server.write({
      people: [
        { id: guestId(77), displayName: 'Ida' },
        { id: guestId(78), displayName: 'Bo' },
      ],
    });
    server.pullFaults.push((proceed) => proceed(), offline);
    await engine.sync.pass();
    server.pageSize = 1000;
    await engine.sync.pass();
    expect((await list(engine.db)).map((line) => [line.departure.id, line.tally.expected])).toEqual([
      [departureId(1), 2],
      [departureId(2), 3],
    ]);
  });

  test('two concurrent reads lose no action to each other', async () => {
    const { engine } = await syncedDevice();
    const { db } = engine;
    await tap(engine, 1);
    const stored = (await queued(engine))[0]!;
    const elsewhere = '99999999-0000-4000-8000-000000000009';
    await db.outbox.add({ ...stored, id: elsewhere, deviceSequence: 50, action: { ...stored.action, id: elsewhere } });
    const read = db.outbox.bulkGet.bind(db.outbox);
    const gates: (() => void)[] = [];
    db.outbox.bulkGet = ((ids: string[]) => new Promise<void>((go) => gates.push(go)).then(() => read(ids))) as never;
    const ofCompany = readPending(db, { companyId: COMPANY });
    await expect.poll(() => gates.length).toBe(1);
    await tap(engine, 2);
    const ofDeparture = readPending(db, { departureId: departureRef.departureId });
    // Its own read, and the count of waiting actions that the tap triggered.
    await expect.poll(() => gates.length).toBe(3);
    gates[0]!();
    await ofCompany;
    for (const go of gates.slice(1)) go();
    expect(await ofDeparture).toHaveLength(3);
  });

  test('a voucher number that looks like a reference with a dash is found', async () => {
    const { engine, server } = await syncedDevice();
    server.write({ bookings: [{ ...departureRows(3).bookings[0]!, voucherNumber: 'GYG-482' }] });
    await engine.sync.pass();
    expect(parseTicketCode('GYG-482')?.kind).toBe('reference');
    expect((await findByCode(engine.db, { kind: 'voucher', value: 'GYG-482' }, COMPANY))?.booking.id).toBe(
      bookingId(1),
    );
  });
});

describe('a failing server', () => {
  test('a database that is read-only for a while (405) parks nothing', async () => {
    const { engine, server } = await syncedDevice();
    for (const number of [1, 2, 3]) await tap(engine, number);
    for (let times = 0; times < 20; times += 1)
      server.pushFaults.push(async () =>
        failureOf(405, { code: '25006', message: 'cannot execute INSERT in a read-only transaction' }),
      );
    await engine.sync.pass();
    expect(counts(engine)).toEqual({ waiting: 3, parked: 0 });
  });
});

describe('clocks', () => {
  test('a clock that ran days ahead offline hides the list only until it is corrected', async () => {
    const { engine, device, server } = await syncedDevice();
    device.clock.skew = 3 * DAY_MS;
    server.pushFaults.push(offline);
    server.pullFaults.push(offline);
    await engine.sync.pass();
    device.clock.skew = 0;
    await engine.sync.pass();
    await engine.sync.pass();
    expect(await list(engine.db)).toHaveLength(1);
  });

  test('a clock that is set back does not keep a frozen tab’s pass alive', async () => {
    const { engine, device, server } = await syncedDevice();
    server.pushFaults.push(() => new Promise(() => {}));
    await tap(engine, 1);
    void engine.sync.pass();
    await device.clock.advance(10);
    device.clock.skew = -DAY_MS;
    const second = await openEngine(device);
    const { now } = device.clock;
    device.clock.now = () => now() + 30_000;
    expect(await second.sync.pass()).toMatchObject({ ok: true, data: 'done' });
  });

  test('a clock that is set back does not extend a Retry-After by a day', async () => {
    const { engine, device, server } = await syncedDevice();
    engine.sync.start();
    await device.clock.advance(100);
    server.pullFaults.push(async () => fail('rate_limited', { retry: true, retryAfter: 5000 }));
    engine.sync.wake();
    await device.clock.advance(10_000);
    device.clock.skew = -DAY_MS;
    await device.clock.advance(70_000);
    const before = server.pulls.length;
    engine.sync.wake();
    await device.clock.advance(1000);
    expect(server.pulls.length).toBeGreaterThan(before);
  });
});

describe('stopped engines and lost permissions', () => {
  test('a stopped engine writes nothing more, not even to a wiped device', async () => {
    const { engine, device } = await syncedDevice();
    await engine.stop();
    expect(await tap(engine, 1)).toMatchObject({ ok: false });
    await engine.db.delete();
    expect(await tap(engine, 2)).toMatchObject({ ok: false });
    expect((await device.indexedDB.databases()).map(({ name }) => name)).not.toContain(engine.db.name);
  });

  test('a lost permission is noticed even after a start without a network', async () => {
    const { engine, server, device } = await syncedDevice();
    await engine.stop();
    const reopened = await device.open();
    reopened.setCompany('00000001-0000-4000-8000-000000000002');
    server.pullFaults.push(offline, offline);
    await reopened.sync.pass();
    const pullsBefore = server.pulls.length;
    await reopened.sync.pass();
    expect(server.pulls.slice(pullsBefore).map(({ companyId }) => companyId)).toContain(COMPANY);
    await reopened.stop();
  });
});

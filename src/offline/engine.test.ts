/** The engine as a specification: every fault that needs no real browser, and what must come out (docs: check-in). */
import { Dexie } from 'dexie';
import { afterEach, describe, expect, test } from 'vitest';
import type { Action } from '../domain/actions.ts';
import { canonical, foldCheckIn } from '../domain/check-in.ts';
import { fail, ok } from '../domain/result.ts';
import { CLOCK_KEY, databaseName, UserDatabase } from './database.ts';
import type { Engine } from './engine.ts';
import { queueFile } from './export-queue.ts';
import { waitingEntries } from './outbox.ts';
import { leaveDevice } from './sign-out.ts';
import { foldDeparture, readMirrored } from './summaries.ts';
import { handClock, settle, testDevice, type TestDevice } from './testing/devices.ts';
import { memoryServer, type MemoryServer } from './testing/memory-server.ts';
import { bookingId, COMPANY, departureId, departureRows, guestId, guestRef, office } from './testing/office.ts';

const place = { companyId: COMPANY, departureId: departureId() };
let users = 0;
const open: Engine[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.stop();
});

interface World {
  server: MemoryServer;
  device: TestDevice;
  engine: Engine;
}

function nextUser(): string {
  users += 1;
  return `00000000-0000-4000-8000-${String(users).padStart(12, '0')}`;
}

async function start(device: TestDevice, change = {}): Promise<Engine> {
  const engine = await device.open(change);
  engine.setCompany(COMPANY);
  open.push(engine);
  return engine;
}

/** A synced device with a departure of three guests. */
async function world(options: { guests?: number } = {}): Promise<World> {
  const clock = handClock();
  const server = memoryServer(() => clock.now() - clock.skew);
  server.write({ ...office(), ...departureRows(options.guests ?? 3) });
  const device = testDevice({ userId: nextUser(), port: server, clock });
  const engine = await start(device);
  await engine.sync.pass();
  return { server, device, engine };
}

const tap = (engine: Engine, number: number) => engine.mutations.checkIn({ ...place, guests: [guestRef(number)], method: 'tap' });
const queued = (engine: Engine) => engine.db.outbox.orderBy('deviceSequence').toArray();
const counts = (engine: Engine) => {
  const { waiting, parked } = engine.state.get();
  return { waiting, parked };
};
async function shown(engine: Engine) {
  const pending = await engine.db.outbox.where(place.departureId ? { departureId: place.departureId } : {}).toArray();
  return foldDeparture(await readMirrored(engine.db, place.departureId), pending);
}
const here = async (engine: Engine) => (await shown(engine)).rollCall.tally.checkedIn;

describe('the way of an action', () => {
  test('a tap is shown at once, sent, brought back and leaves the outbox', async () => {
    const { server, engine } = await world();
    const written = await tap(engine, 1);
    expect(written.ok).toBe(true);
    expect(await here(engine)).toBe(1);
    expect(server.actions.size).toBe(0);
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await queued(engine)).toEqual([]);
    expect(await here(engine)).toBe(1);
    expect((await engine.db.summaries.get(departureId()))?.tally.checkedIn).toBe(1);
    expect(counts(engine)).toEqual({ waiting: 0, parked: 0 });
  });

  test('a new action travels after 50 ms, bursts together', async () => {
    const { server, device, engine } = await world();
    engine.sync.start();
    await device.clock.advance(200);
    server.pushes.length = 0;
    await tap(engine, 1);
    await tap(engine, 2);
    await tap(engine, 3);
    expect(server.pushes).toHaveLength(0);
    await device.clock.advance(60);
    expect(server.pushes.map((request) => request.actions.length)).toEqual([3]);
  });

  test('1,000 queued actions are gone after at most 8 requests', { timeout: 60_000 }, async () => {
    const { server, engine } = await world({ guests: 10 });
    const guests = Array.from({ length: 100 }, (_, at) => guestRef((at % 10) + 1));
    for (let burst = 0; burst < 10; burst += 1) await engine.mutations.checkIn({ ...place, guests, method: 'party' });
    server.pulls.length = 0;
    await engine.sync.pass();
    expect(await engine.db.outbox.count()).toBe(0);
    expect(server.actions.size).toBe(1000);
    expect(server.pushes.length + server.pulls.length).toBeLessThanOrEqual(8);
  });

  test('every mutation appends what it says, and nothing a person cannot mean', async () => {
    const { engine } = await world();
    const m = engine.mutations;
    const walkIn = await m.addWalkIn({
      ...place,
      contactName: ' Anna ',
      totalAmount: 10_000,
      currency: 'DKK',
      guests: [{ priceCategoryId: null, name: 'Anna' }, { priceCategoryId: null }],
      payment: { amount: 10_000, method: 'card' },
    });
    expect(walkIn.ok && walkIn.data.guestIds).toHaveLength(2);
    await m.markNoShow({ ...place, guests: [guestRef(2)] });
    await m.recordPayment({ ...place, bookingId: bookingId(1), amount: 5000, currency: 'DKK', method: 'cash' });
    await m.addNote({ ...place, bookingId: bookingId(1), text: ' wheelchair ' });
    await m.recordCount({ ...place, present: 2, missing: [guestId(3)], stop: 'Bridge' });
    await m.depart({ ...place, headCount: 2 });
    expect((await queued(engine)).map((entry) => entry.action.kind)).toEqual([
      'walk_in', 'check_in', 'check_in', 'payment', 'no_show', 'payment', 'note', 'count', 'depart',
    ]);
    expect((await queued(engine)).map((entry) => entry.deviceSequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const { rollCall, guests, bookings } = await shown(engine);
    expect(rollCall.tally).toEqual({ expected: 0, checkedIn: 2, noShow: 3, cancelled: 0 });
    expect(guests).toHaveLength(5);
    expect([...bookings.values()].find((booking) => booking.source === 'walk-in')?.contactName).toBe('Anna');
    expect((await m.reopen(place)).ok).toBe(true);
    expect((await shown(engine)).rollCall.departed).toBeNull();

    const before = await engine.db.outbox.count();
    const bad = await Promise.all([
      m.checkIn({ ...place, guests: [], method: 'tap' }),
      m.checkIn({ companyId: COMPANY, departureId: 'no id', guests: [guestRef(1)], method: 'tap' }),
      m.recordPayment({ ...place, bookingId: bookingId(1), amount: 0.5, currency: 'DKK', method: 'cash' }),
      m.recordPayment({ ...place, bookingId: bookingId(1), amount: -1, currency: 'DKK', method: 'cash' }),
      m.addNote({ ...place, bookingId: bookingId(1), text: '   ' }),
      m.recordCount({ ...place, present: -1, missing: [] }),
      m.undo({ ...place, actions: [] }),
      m.reopen(place),
      m.addWalkIn({ ...place, contactName: '', totalAmount: 0, currency: 'DKK', guests: [{ priceCategoryId: null }] }),
    ]);
    expect(bad.map((result) => !result.ok && result.code)).toEqual(Array(9).fill('invalid'));
    expect(await engine.db.outbox.count()).toBe(before);
  });
});

describe('kills', () => {
  test('kill mid-transaction: all or nothing', async () => {
    const { device, engine } = await world();
    let puts = 0;
    engine.db.outbox.hook('creating', () => {
      puts += 1;
      if (puts === 2) throw new Error('killed');
    });
    await expect(
      engine.mutations.checkIn({ ...place, guests: [guestRef(1), guestRef(2), guestRef(3)], method: 'party' }),
    ).rejects.toThrow('killed');
    await engine.stop();
    const next = await start(device);
    expect(await queued(next)).toEqual([]);
    await tap(next, 1);
    expect((await queued(next))[0]?.deviceSequence).toBe(1);
  });

  test('kill after commit: sent at the next start', async () => {
    const { server, device, engine } = await world();
    await tap(engine, 1);
    await engine.stop();
    expect(server.actions.size).toBe(0);
    const next = await start(device);
    expect(await here(next)).toBe(1);
    await next.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await queued(next)).toEqual([]);
  });

  test('kill between push and pull: acknowledged work is still shown, and dropped by the next pull', async () => {
    const { server, device, engine } = await world();
    await tap(engine, 1);
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    await engine.sync.pass();
    expect((await queued(engine)).map((entry) => entry.state)).toEqual(['acknowledged']);
    await engine.stop();
    const next = await start(device);
    expect(await here(next)).toBe(1);
    await next.sync.pass();
    expect(await queued(next)).toEqual([]);
    expect(await here(next)).toBe(1);
  });

  test('kill in the middle of a pull: the next one brings everything', async () => {
    const clock = handClock();
    const server = memoryServer(() => clock.now());
    server.write({ ...office(), ...departureRows(20) });
    server.pageSize = 7;
    const device = testDevice({ userId: nextUser(), port: server, clock });
    const engine = await start(device);
    server.pullFaults.push((proceed) => proceed(), (proceed) => proceed(), async () => fail('offline', { retry: true }));
    expect((await engine.sync.pass()).ok).toBe(false);
    await engine.stop();
    const next = await start(device);
    expect(next.state.get().pulledAt).toBeNull();
    await next.sync.pass();
    expect(await next.db.guests.count()).toBe(20);
    expect((await next.db.summaries.get(departureId()))?.tally.expected).toBe(20);
  });
});

describe('the network', () => {
  test('answer lost after commit: one effect', async () => {
    const { server, engine } = await world();
    await tap(engine, 1);
    server.pushFaults.push(async (proceed) => {
      await proceed();
      return fail('offline', { retry: true });
    });
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    await engine.sync.pass();
    expect((await queued(engine)).map((entry) => entry.state)).toEqual(['waiting']);
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await queued(engine)).toEqual([]);
    expect(await here(engine)).toBe(1);
  });

  test('answer lost, yet the pull brings the effect: the action leaves the outbox', async () => {
    const { server, engine } = await world();
    await tap(engine, 1);
    server.pushFaults.push(async (proceed) => {
      await proceed();
      return fail('timeout', { retry: true });
    });
    await engine.sync.pass();
    expect(await queued(engine)).toEqual([]);
    expect(await here(engine)).toBe(1);
  });

  test('delivered twice: the stored outcome, one effect', async () => {
    const { server, engine } = await world();
    await tap(engine, 1);
    server.pushFaults.push(async (proceed) => {
      await proceed();
      return proceed();
    });
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await here(engine)).toBe(1);
    expect(await queued(engine)).toEqual([]);
  });

  test('same id, other body: refused, parked and visible', async () => {
    const { server, engine } = await world();
    await tap(engine, 1);
    const entry = (await queued(engine))[0]!;
    const foreign = { ...entry.action, occurredAt: '2020-01-01T00:00:00.000Z' } as Action;
    await server.push({ device: { id: entry.id, label: '', appVersion: '', now: '' }, actions: [foreign] });
    await engine.sync.pass();
    const [kept] = await queued(engine);
    expect(kept?.state).toBe('parked');
    expect(kept?.outcome).toEqual({ id: entry.id, status: 'refused', code: 'id_reused' });
  });

  test.each(['server', 'rate_limited', 'bad_answer', 'offline', 'timeout'] as const)(
    'a failed push (%s) acknowledges nothing, keeps the order and never blocks the pull',
    async (code) => {
      const { server, engine } = await world();
      await tap(engine, 1);
      await tap(engine, 2);
      server.pushFaults.push(async () => fail(code, { retry: true }));
      server.write({ guests: [{ ...departureRows(4).guests[3]! }], bookings: [{ ...departureRows(4).bookings[3]! }] });
      const result = await engine.sync.pass();
      expect(!result.ok && result.code).toBe(code);
      expect((await queued(engine)).map((entry) => [entry.deviceSequence, entry.state])).toEqual([[1, 'waiting'], [2, 'waiting']]);
      expect(await engine.db.guests.count()).toBe(4);
      await engine.sync.pass();
      expect(server.pushes.at(-1)?.actions.map((action) => action.deviceSequence)).toEqual([1, 2]);
    },
  );

  test('500/502/503: back-off between 1 s and 60 s that grows', async () => {
    const { server, device, engine } = await world();
    engine.sync.start();
    await device.clock.advance(100);
    await tap(engine, 1);
    const always = Array.from({ length: 40 }, () => async () => fail('server', { retry: true }));
    server.pushFaults.push(...always);
    server.pushes.length = 0;
    await device.clock.advance(10 * 60_000);
    // At most one attempt a second at first and one a minute at the end; ten minutes hold some, never a storm.
    expect(server.pushes.length).toBeGreaterThan(8);
    expect(server.pushes.length).toBeLessThan(40);
    server.pushFaults.length = 0;
    await device.clock.advance(61_000);
    expect(server.actions.size).toBe(1);
  });

  test('429: Retry-After is honoured, even when somebody wakes the sync', async () => {
    const { server, device, engine } = await world();
    engine.sync.start();
    await device.clock.advance(100);
    await tap(engine, 1);
    server.pushFaults.push(async () => fail('rate_limited', { retry: true, retryAfter: 90_000 }));
    await device.clock.advance(100);
    server.pushes.length = 0;
    engine.sync.wake();
    await device.clock.advance(80_000);
    expect(server.pushes).toHaveLength(0);
    await device.clock.advance(15_000);
    expect(server.actions.size).toBe(1);
  });

  test('hung request: ends at 15 s, the queue stays, the next pass sends', async () => {
    const { server, device, engine } = await world();
    await tap(engine, 1);
    let signal: AbortSignal | undefined;
    server.pushFaults.push((_, given) => {
      signal = given;
      return new Promise(() => {});
    });
    const passing = engine.sync.pass();
    await device.clock.advance(14_900);
    expect(signal?.aborted).toBe(false);
    await device.clock.advance(200);
    const result = await passing;
    expect(signal?.aborted).toBe(true);
    expect(!result.ok && result.code).toBe('timeout');
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
  });

  test('a network that says it is there and is not: the tap is recorded without waiting for it', async () => {
    const { server, engine } = await world();
    server.pushFaults.push(() => new Promise(() => {}));
    await tap(engine, 1);
    const passing = engine.sync.pass();
    await settle();
    const started = performance.now();
    expect((await tap(engine, 2)).ok).toBe(true);
    expect(performance.now() - started).toBeLessThan(500);
    expect(await here(engine)).toBe(2);
    void engine.stop();
    await passing;
  });

  test('a request that the server refuses as a whole is halved until the culprit stands alone', async () => {
    const { server, engine } = await world();
    for (const number of [1, 2, 3]) await tap(engine, number);
    const culprit = (await queued(engine))[1]!.id;
    const whole = Array.from({ length: 12 }, () => async (proceed: () => Promise<ReturnType<typeof ok>>) => {
      const request = server.pushes.at(-1)!;
      return request.actions.some((action) => action.id === culprit) ? fail('invalid') : proceed();
    });
    server.pushFaults.push(...(whole as never[]));
    await engine.sync.pass();
    expect((await queued(engine)).map((entry) => [entry.id, entry.state])).toEqual([[culprit, 'parked']]);
    expect(server.actions.size).toBe(2);
  });
});

describe('clocks', () => {
  test.each([24, -24])('a clock %i hours off keeps the order and tells the true time after the first answer', async (hours) => {
    const { server, device, engine } = await world();
    device.clock.skew = hours * 3_600_000;
    await engine.sync.pass();
    expect(engine.state.get().clockOffset).toBe(hours * 3_600_000);
    await tap(engine, 1);
    await device.clock.advance(1000);
    await tap(engine, 2);
    const [first, second] = await queued(engine);
    expect(first!.action.occurredAt).toBe(new Date(server.now() - 1000).toISOString());
    expect(first!.action.deviceTime).toBe(new Date(device.clock.now() - 1000).toISOString());
    expect(first!.action.occurredAt < second!.action.occurredAt).toBe(true);
    await engine.sync.pass();
    expect([...server.actions.values()].map((action) => action.deviceSequence)).toEqual([1, 2]);
  });

  test('the offset outlives the engine', async () => {
    const { device, engine } = await world();
    device.clock.skew = 3_600_000;
    await engine.sync.pass();
    await engine.stop();
    const next = await start(device);
    expect(await next.db.meta.get(CLOCK_KEY)).toEqual({ key: CLOCK_KEY, offset: 3_600_000 });
  });
});

describe('sessions and permissions', () => {
  test('refresh token revoked: asks to sign in, queue intact, sent afterwards', async () => {
    const { server, engine } = await world();
    await tap(engine, 1);
    server.pushFaults.push(async () => fail('signed_out'));
    server.pullFaults.push(async () => fail('signed_out'));
    await engine.sync.pass();
    expect(engine.state.get().failure).toBe('signed_out');
    expect(counts(engine).waiting).toBe(1);
    expect(await here(engine)).toBe(1);
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(engine.state.get().failure).toBeNull();
  });

  test('another user on the same device neither sees nor sends the queue', async () => {
    const { server, device, engine } = await world();
    await tap(engine, 1);
    await engine.stop();
    const other = await start(device, { userId: nextUser() });
    await other.sync.pass();
    expect(await queued(other)).toEqual([]);
    expect(server.actions.size).toBe(0);
    await other.stop();
    const back = await start(device);
    await back.sync.pass();
    expect(server.actions.size).toBe(1);
  });

  test('permission revoked: actions are parked and exportable, and can be sent again when it is given back', async () => {
    const { server, engine } = await world();
    await tap(engine, 1);
    server.refuse = () => 'not_permitted';
    server.pullFaults.push(async () => fail('not_permitted'));
    await engine.sync.pass();
    expect(counts(engine)).toEqual({ waiting: 0, parked: 1 });
    expect(await engine.db.guests.count()).toBe(0);
    const file = queueFile(await queued(engine));
    expect(file.count).toBe(1);
    expect(JSON.parse(file.json)[0].outcome.code).toBe('not_permitted');
    expect(file.csv).toContain('not_permitted');

    server.refuse = () => null;
    const { retryParked } = await import('./outbox.ts');
    expect(await retryParked(engine.db, 'all')).toBe(1);
    await engine.sync.pass();
    expect(server.actions.size).toBe(1);
    expect(await queued(engine)).toEqual([]);
    expect(await here(engine)).toBe(1);
  });

  test('a departure that is no longer ours goes with all that hangs on it, its acknowledged actions too', async () => {
    const { server, engine } = await world();
    server.write(departureRows(2, { number: 2 }));
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(5);
    await tap(engine, 1);
    server.visible.delete(departureId());
    await engine.sync.pass();
    expect(await queued(engine)).toEqual([]);
    expect(server.actions.size).toBe(1);
    expect(await engine.db.departures.toCollection().primaryKeys()).toEqual([departureId(2)]);
    expect(await engine.db.guests.count()).toBe(2);
    expect(await engine.db.summaries.count()).toBe(1);
  });

  test('signing out is refused while unsent actions remain, and wipes the device when they are given up', async () => {
    const { server, device, engine } = await world();
    await tap(engine, 1);
    server.pushFaults.push(async () => fail('offline', { retry: true }));
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    const stop = () => engine.stop();
    expect(await leaveDevice(engine, { discard: false, stop })).toEqual({ ok: false, unsent: { waiting: 1, parked: 0 } });
    expect(await engine.db.outbox.count()).toBe(1);
    expect(await leaveDevice(engine, { discard: true, stop })).toEqual({ ok: true });
    const left = await device.indexedDB.databases();
    expect(left.map((database) => database.name)).not.toContain(databaseName(engine.userId));
    expect(device.ports.witness.seen()).toBe(false);
  });

  test('signing out sends what waits first', async () => {
    const { server, engine } = await world();
    await tap(engine, 1);
    expect(await leaveDevice(engine, { discard: false, stop: () => engine.stop() })).toEqual({ ok: true });
    expect(server.actions.size).toBe(1);
  });
});

describe('what the server will not take', () => {
  test('poison action: parked alone, later ones proceed', async () => {
    const { server, engine } = await world();
    for (const number of [1, 2, 3]) await tap(engine, number);
    server.refuse = (action) => (action.guestId === guestId(2) ? 'malformed' : null);
    await engine.sync.pass();
    expect(server.actions.size).toBe(2);
    expect((await queued(engine)).map((entry) => entry.action.guestId)).toEqual([guestId(2)]);
    expect(counts(engine)).toEqual({ waiting: 0, parked: 1 });
    // A parked action is not sent again by itself.
    server.pushes.length = 0;
    await engine.sync.pass();
    expect(server.pushes).toHaveLength(0);
  });

  test('old action version: sent as it was made, accepted or parked', async () => {
    const { server, engine } = await world();
    await tap(engine, 1);
    await tap(engine, 2);
    await engine.db.outbox.toCollection().modify((entry) => {
      entry.action.schemaVersion = 0;
    });
    server.refuse = (action) => (action.guestId === guestId(1) ? 'malformed' : null);
    await engine.sync.pass();
    expect(server.pushes.at(-1)?.actions.map((action) => action.schemaVersion)).toEqual([0, 0]);
    expect((await queued(engine)).map((entry) => entry.state)).toEqual(['parked']);
    expect(server.actions.size).toBe(1);
  });
});

describe('the device’s storage', () => {
  const quota = () => {
    const error = new Error('no room');
    error.name = 'QuotaExceededError';
    return error;
  };

  test('quota exceeded: caches shed first; then a plain failure, never "saved"', async () => {
    const clock = handClock();
    const server = memoryServer(() => clock.now());
    server.write({ ...office(), ...departureRows(3) });
    const device = testDevice({ userId: nextUser(), port: server, clock });
    let sheds = 0;
    let room = false;
    const engine = await start(device, { shed: async () => void (sheds += 1) });
    engine.db.outbox.hook('creating', () => {
      if (!room) throw quota();
    });
    const full = await tap(engine, 1);
    expect(!full.ok && full.code).toBe('storage_full');
    expect(sheds).toBe(1);
    expect(await queued(engine)).toEqual([]);
    room = true;
    expect((await tap(engine, 1)).ok).toBe(true);
  });

  test('IndexedDB connection lost: reopened, no tap lost', async () => {
    const { server, engine } = await world();
    engine.db.backendDB().close();
    expect((await tap(engine, 1)).ok).toBe(true);
    engine.db.close();
    expect((await tap(engine, 2)).ok).toBe(true);
    engine.db.close();
    await engine.sync.pass();
    expect(server.actions.size).toBe(2);
  });

  test('connection lost while the commit is under way: repeated without doubling', async () => {
    const { engine } = await world();
    const transaction = engine.db.transaction.bind(engine.db);
    let lost = false;
    engine.db.transaction = ((...args: never[]) => {
      const result = (transaction as (...all: never[]) => Promise<unknown>)(...args);
      if (lost || args[0] !== ('rw' as never)) return result;
      lost = true;
      return result.then(() => {
        const error = new Error('Connection to Indexed Database server lost');
        error.name = 'UnknownError';
        throw error;
      });
    }) as typeof engine.db.transaction;
    expect((await tap(engine, 1)).ok).toBe(true);
    expect((await queued(engine)).map((entry) => entry.deviceSequence)).toEqual([1]);
  });

  test('storage cleared: noticed, pulled anew, said', async () => {
    const { device, engine } = await world();
    expect(engine.state.get().storageWasCleared).toBe(false);
    const deviceId = engine.state.get().deviceId;
    await engine.stop();
    await new Promise((resolve) => {
      device.indexedDB.deleteDatabase(databaseName(engine.userId)).onsuccess = resolve;
    });
    const next = await start(device);
    expect(next.state.get().storageWasCleared).toBe(true);
    await next.sync.pass();
    expect(await next.db.guests.count()).toBe(3);
    // Its sequence starts anew, and so it is another device.
    expect(next.state.get().deviceId).not.toBe(deviceId);
  });

  test('database upgrade with a full queue: count equal, all sent', async () => {
    const { server, device, engine } = await world();
    for (const number of [1, 2, 3]) await tap(engine, number);
    await engine.stop();
    class Newer extends UserDatabase {
      constructor() {
        super(device.ports.userId, device.ports);
        this.version(2).stores({ outbox: 'id, deviceSequence, companyId, departureId, state, since', extra: 'id' });
      }
    }
    const newer = new Newer();
    await newer.open();
    expect(await newer.outbox.count()).toBe(3);
    expect(await newer.outbox.orderBy('since').count()).toBe(3);
    newer.close();
    expect(server.actions.size).toBe(0);
    // Going back to the older app finds the queue, too.
    const older = await start(device);
    await older.sync.pass();
    expect(server.actions.size).toBe(3);
  });

  test('a newer app in another tab upgrades: this tab lets go at once and says so', async () => {
    const { device, engine } = await world();
    const newer = new Dexie(databaseName(engine.userId), {
      indexedDB: device.ports.indexedDB!,
      IDBKeyRange: device.ports.IDBKeyRange!,
    });
    newer.version(3).stores({ extra: 'id' });
    await newer.open();
    expect(engine.state.get().closed).toBe(true);
    const late = await tap(engine, 1);
    expect(!late.ok && late.code).toBe('storage_failed');
    newer.close();
  });

  test('personal data leaves two days after the departure, offline too; what is unsent stays', async () => {
    const { server, device, engine } = await world();
    await tap(engine, 1);
    server.pushFaults.push(async () => fail('offline', { retry: true }));
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    await device.clock.advance(2 * 86_400_000);
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(3);
    await device.clock.advance(3 * 3_600_000);
    server.pushFaults.push(async () => fail('offline', { retry: true }));
    server.pullFaults.push(async () => fail('offline', { retry: true }));
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(0);
    expect(await engine.db.bookings.count()).toBe(0);
    expect(await engine.db.outbox.count()).toBe(1);
  });
});

describe('several tabs and devices', () => {
  test('two tabs: one effect, one sequence', async () => {
    const { server, device, engine } = await world();
    const tab = await start(device);
    await Promise.all([tap(engine, 1), tap(tab, 2), tap(engine, 3), tap(tab, 1)]);
    expect((await queued(engine)).map((entry) => entry.deviceSequence)).toEqual([1, 2, 3, 4]);
    await Promise.all([engine.sync.pass(), tab.sync.pass()]);
    await engine.sync.pass();
    expect(server.actions.size).toBe(4);
    expect(server.pushes.flatMap((request) => request.actions)).toHaveLength(4);
    expect(await queued(tab)).toEqual([]);
  });

  test('frozen tab: another one syncs within 30 s, and what the frozen one writes later is refused', async () => {
    const { server, device, engine } = await world();
    const tab = await start(device);
    tab.sync.start();
    await device.clock.advance(100);
    await tap(engine, 1);
    let thaw = () => {};
    server.pullFaults.push(async (proceed) => {
      const old = await proceed();
      await new Promise<void>((resolve) => (thaw = resolve));
      return old;
    });
    // Its own timers stand still, too: this tab will not end the request by itself.
    const frozenPorts = { ...device.ports, clock: { ...device.clock, now: () => device.clock.now(), after: () => () => {} } };
    const frozen = await start(device, frozenPorts);
    const sleeping = frozen.sync.pass();
    await settle();
    await tap(tab, 2);
    await device.clock.advance(30_000);
    expect(server.actions.size).toBe(2);
    expect(await queued(tab)).toEqual([]);
    const cursor = await tab.db.meta.get(`pull:${COMPANY}`);
    thaw();
    await sleeping;
    expect(await tab.db.meta.get(`pull:${COMPANY}`)).toEqual(cursor);
    expect(await here(tab)).toBe(2);
  });

  test('an epoch change fetches all anew and forgets what is no more', async () => {
    const { server, engine } = await world();
    const again = memoryServer(server.now);
    again.epoch = 'two';
    again.write({ ...office(), ...departureRows(2) });
    server.pull = (request, signal) => again.pull(request, signal);
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(2);
    expect(await engine.db.bookings.count()).toBe(2);
    expect((await engine.db.summaries.get(departureId()))?.tally.expected).toBe(2);
  });

  test('a booking that moves to a departure which is not ours leaves the device', async () => {
    const { server, engine } = await world();
    const rows = departureRows(3);
    server.visible.add(departureId(9));
    server.write({ bookings: [{ ...rows.bookings[0]!, departureId: departureId(9) }], guests: [{ ...rows.guests[0]!, departureId: departureId(9) }] });
    const pull = server.pull.bind(server);
    server.pull = async (request, signal) => {
      const answer = await pull(request, signal);
      return answer.ok ? ok({ ...answer.data, visibleDepartures: [departureId()] }) : answer;
    };
    await engine.sync.pass();
    expect(await engine.db.guests.count()).toBe(2);
    expect((await engine.db.summaries.get(departureId()))?.tally.expected).toBe(2);
  });

  test('two devices and an undo in all orders: same end', async () => {
    const orders = [
      ['a', 'b', 'u'], ['a', 'u', 'b'], ['b', 'a', 'u'], ['b', 'u', 'a'], ['u', 'a', 'b'], ['u', 'b', 'a'],
    ] as const;
    const ends = new Set<string>();
    for (const order of orders) {
      const { server, device, engine } = await world();
      const other = testDevice({ userId: nextUser(), port: server, clock: device.clock, seed: 7 });
      const second = await start(other);
      await second.sync.pass();
      const first = await tap(engine, 1);
      await tap(second, 1);
      // The undo names only the check-in that its author had seen.
      await engine.mutations.undo({ ...place, actions: first.ok ? first.data.actionIds : [] });
      const [a, undo] = await queued(engine);
      const [b] = await queued(second);
      const entries = { a: a!, b: b!, u: undo! };
      for (const name of order) {
        const action = entries[name].action;
        await server.push({ device: { id: action.deviceId, label: '', appVersion: '', now: '' }, actions: [action] });
      }
      for (const each of [engine, second, engine]) await each.sync.pass();
      for (const each of [engine, second]) {
        expect(await queued(each)).toEqual([]);
        const { rollCall } = await shown(each);
        expect(rollCall.guests.get(guestId(1))?.checkIns.map((action) => action.deviceId)).toEqual([b!.action.deviceId]);
        ends.add(JSON.stringify(rollCall.tally));
      }
      expect(canonical((await shown(engine)).rollCall)).toEqual(
        canonical(foldCheckIn(departureRows(3).guests, server.actions.values())),
      );
    }
    expect(ends.size).toBe(1);
  });
});

test('entries are sent oldest first, whatever their ids', async () => {
  const { engine } = await world();
  for (const number of [3, 1, 2]) await tap(engine, number);
  expect((await waitingEntries(engine.db, 2)).map((entry) => entry.deviceSequence)).toEqual([1, 2]);
});

/**
 * One schedule: three to eight devices with the real engine work on one departure over an unreliable network, with
 * crashes, wrong clocks and several tabs; at the end all must have the same state. The seed determines all choices.
 */
import { isDeepStrictEqual } from 'node:util';
import { toCanonicalJson } from '../../src/domain/check-in.ts';
import type { Uuid } from '../../src/domain/ids.ts';
import type { Engine } from '../../src/offline/device/engine.ts';
import type { EnginePorts } from '../../src/offline/device/ports.ts';
import { foldDeparture, readMirrored } from '../../src/offline/read/summaries.ts';
import { reportInput } from '../../src/offline/read/tour-reports.ts';
import { toCanonicalReport } from '../../src/domain/tour-report.ts';
import { tabLock } from '../../src/offline/device/tab-lock.ts';
import { seededRandom, testDevice } from '../../src/offline/testing/devices.ts';
import { clearGround, makeGround, MAX_DEVICES, officeChanges, serverState, type Crew, type Ground } from './crew.ts';
import { act } from './next-action.ts';
import { FAIR, FOUL, foulNetwork, type Network } from './network.ts';

export interface Report {
  seed: number;
  devices: number;
  actions: number;
  kills: number;
  passes: number;
}

/** A device of a schedule: engines come and go, the disk stays. */
export interface Device {
  network: Network;
  tabs: Engine[];
  /** Actions recorded here; the device must show them until they are settled. */
  recorded: Uuid[];
  open(): Promise<Engine>;
  /** Ends all tabs as a crash does: no further write happens. */
  kill(): Promise<void>;
}

const DAY_MS = 86_400_000;

/** Runs a schedule. Throws with the seed when an invariant is violated. */
export async function runSchedule(crew: Crew, seed: number): Promise<Report> {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const report: Report = {
    seed,
    devices: 3 + Math.floor(random() ** 2 * (MAX_DEVICES - 2)),
    actions: 0,
    kills: 0,
    passes: 0,
  };
  const ground = await makeGround(crew, random);
  const recorded: Uuid[] = [];
  const devices = await Promise.all(
    Array.from({ length: report.devices }, (_, at) =>
      makeDevice(crew, { person: crew.people[at]!, seed: seed * 16 + at, skew: skewOf(random), random }),
    ),
  );
  try {
    for (const device of devices) {
      await device.open();
      if (random() < 0.2) await device.open();
      // Most devices have synced before they go offline; some start without data.
      if (random() < 0.7) await pass(device.tabs[0]!);
    }
    const steps = 16 + Math.floor(random() * 20);
    for (let step = 0; step < steps; step += 1) {
      const device = pick(devices);
      const dice = random();
      if (dice < 0.55) {
        const ids = await act(pick(device.tabs), { crew, ground, random, known: recorded });
        recorded.push(...ids);
        device.recorded.push(...ids);
      } else if (dice < 0.8) {
        report.passes += 1;
        await pass(pick(device.tabs));
      } else if (dice < 0.88) {
        device.network.weather = random() < 0.4 ? { ...FOUL, partitioned: true } : FOUL;
      } else if (dice < 0.96) {
        report.kills += 1;
        await crash(device, random);
      } else if (dice < 0.98) await device.network.deliverDelayed();
      else await officeChanges(crew, ground, random);
      await expectNothingHidden(device, ground);
    }
    await heal(devices);
    report.actions = recorded.length;
    await compare(crew, { ground, devices, recorded });
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    for (const device of devices) for (const tab of device.tabs) await tab.stop();
    await clearGround(crew, ground);
  }
  return report;
}

/** Returns a clock skew in milliseconds: none, up to five minutes, or up to a day, in either direction. */
function skewOf(random: () => number): number {
  const dice = random();
  const max = dice < 0.4 ? 0 : dice < 0.8 ? 300_000 : DAY_MS;
  return Math.round((random() * 2 - 1) * max);
}

async function makeDevice(
  crew: Crew,
  options: { person: Uuid; seed: number; skew: number; random: () => number },
): Promise<Device> {
  const network = foulNetwork(crew.port(options.person), seededRandom(options.seed + 7));
  const engineDevice = testDevice({ userId: options.person, port: network.port, seed: options.seed });
  let lock = tabLock();
  let alive = { now: true };
  const device: Device = {
    network,
    tabs: [],
    recorded: [],
    async open() {
      const mine = alive;
      const ports: Partial<EnginePorts> = {
        lock,
        clock: {
          now: () => Date.now() + options.skew,
          after(ms, task) {
            const timer = setTimeout(task, ms);
            timer.unref();
            return () => clearTimeout(timer);
          },
        },
        port: {
          push: (request) => (mine.now ? network.port.push(request) : new Promise(() => {})),
          pull: (request) => (mine.now ? network.port.pull(request) : new Promise(() => {})),
        },
      };
      const engine = await engineDevice.open(ports);
      engine.setCompany(crew.company.id);
      device.tabs.push(engine);
      return engine;
    },
    async kill() {
      alive.now = false;
      alive = { now: true };
      // The browser releases the locks of a dead tab.
      lock = tabLock();
      const dead = device.tabs.splice(0);
      for (const tab of dead) {
        tab.state.set({ closed: true });
        tab.db.close();
      }
    },
  };
  return device;
}

const pass = (engine: Engine) => engine.sync.pass();

/** Crashes the device, in half of the cases in the middle of a sync pass, and restarts it on the same disk. */
async function crash(device: Device, random: () => number): Promise<void> {
  const passing = random() < 0.5 ? device.tabs[0]!.sync.pass().catch(() => undefined) : null;
  if (passing) {
    const turns = Math.floor(random() * 60);
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  await device.kill();
  await device.open();
}

/** Expects the device to show everything that was recorded on it. */
async function expectNothingHidden(device: Device, ground: Ground): Promise<void> {
  const { db } = device.tabs[0]!;
  const pending = await db.outbox.toCollection().primaryKeys();
  const mirrored = await db.actions.where({ departureId: ground.departureId }).primaryKeys();
  const there = new Set([...pending, ...mirrored]);
  const hidden = device.recorded.filter((id) => !there.has(id));
  if (hidden.length > 0) throw new Error(`a device no longer shows ${hidden.length} of its own actions`);
}

/** Restores the network, delivers delayed requests, and syncs every device until nothing changes. */
async function heal(devices: readonly Device[]): Promise<void> {
  for (const device of devices) device.network.weather = FAIR;
  for (const device of devices) await device.network.deliverDelayed();
  for (let round = 0; round < 2; round += 1) {
    // The last device of the first round has already received what all others sent.
    for (const device of round === 0 ? devices : devices.slice(0, -1)) {
      const result = await pass(device.tabs[0]!);
      if (!result.ok) throw new Error(`a pass in fair weather fails: ${result.code}`);
    }
  }
}

async function compare(
  crew: Crew,
  { ground, devices, recorded }: { ground: Ground; devices: readonly Device[]; recorded: readonly Uuid[] },
): Promise<void> {
  const server = await serverState(crew, ground);
  const expectedIds = [...recorded].sort();
  const lost = expectedIds.filter((id) => !server.ids.includes(id));
  if (lost.length > 0) throw new Error(`${lost.length} of ${expectedIds.length} actions are lost: ${lost.join(', ')}`);
  if (!isDeepStrictEqual(server.ids, expectedIds))
    throw new Error(`the server has ${server.ids.length} actions of ${expectedIds.length}`);
  for (const [at, device] of devices.entries()) {
    const { db } = device.tabs[0]!;
    const outboxRest = await db.outbox.toArray();
    if (outboxRest.length > 0) {
      throw new Error(
        `device ${at} keeps ${outboxRest.map((entry) => `${entry.action.kind} ${entry.state} ${JSON.stringify(entry.outcome)}`).join('; ')}`,
      );
    }
    const mirrored = await readMirrored(db, ground.departureId);
    const folded = foldDeparture(mirrored, []);
    if (!isDeepStrictEqual(toCanonicalJson(folded.rollCall), server.fold)) {
      throw new Error(
        `device ${at} and the server differ:\n${JSON.stringify(toCanonicalJson(folded.rollCall))}\n${JSON.stringify(server.fold)}`,
      );
    }
    const report = toCanonicalReport(reportInput(mirrored, { effective: [], rule: 'report_always', currency: 'DKK' }));
    if (!isDeepStrictEqual(report, server.report)) {
      throw new Error(`device ${at} reports otherwise:\n${JSON.stringify(report)}\n${JSON.stringify(server.report)}`);
    }
    const line = await db.summaries.get(ground.departureId);
    if (!isDeepStrictEqual(line?.tally, folded.rollCall.tally)) throw new Error(`device ${at} keeps a stale line`);
    const sequences = mirrored.actions.filter((action) => action.deviceId === device.tabs[0]!.state.get().deviceId);
    if (new Set(sequences.map((action) => action.deviceSequence)).size !== sequences.length) {
      throw new Error(`device ${at} gave a sequence twice`);
    }
  }
}

/** Fixture: a synced device with one departure, and helpers to inspect it. */
import type { Engine } from '../device/engine.ts';
import { readPending } from '../outbox/pending.ts';
import { withoutRefused } from '../outbox/refused-actions.ts';
import { foldDeparture, readMirrored } from '../read/summaries.ts';
import { manualClock, testDevice, type TestDevice } from './devices.ts';
import { memoryServer, type MemoryServer } from './memory-server.ts';
import { COMPANY, departureId, departureRows, guestRef, office } from './office.ts';

export const departureRef = { companyId: COMPANY, departureId: departureId() };
let users = 0;
const open: Engine[] = [];

export interface SyncFixture {
  server: MemoryServer;
  device: TestDevice;
  engine: Engine;
}

export function nextUser(): string {
  users += 1;
  return `00000000-0000-4000-8000-${String(users).padStart(12, '0')}`;
}

export async function openEngine(device: TestDevice, change = {}): Promise<Engine> {
  const engine = await device.open(change);
  engine.setCompany(COMPANY);
  open.push(engine);
  return engine;
}

/** Creates a synced device with a departure of three guests. */
export async function syncedDevice(options: { guests?: number } = {}): Promise<SyncFixture> {
  const clock = manualClock();
  const server = memoryServer(() => clock.now() - clock.skew);
  server.write({ ...office(), ...departureRows(options.guests ?? 3) });
  const device = testDevice({ userId: nextUser(), port: server, clock });
  const engine = await openEngine(device);
  await engine.sync.pass();
  return { server, device, engine };
}

export const tap = (engine: Engine, number: number) =>
  engine.record.checkIn({ ...departureRef, guests: [guestRef(number)], method: 'tap' });
export const queued = (engine: Engine) => engine.db.outbox.orderBy('deviceSequence').toArray();
export const counts = (engine: Engine) => {
  const { waiting, parked } = engine.state.get();
  return { waiting, parked };
};
export async function foldedDeparture(engine: Engine) {
  const pending = await readPending(engine.db, { departureId: departureRef.departureId });
  return foldDeparture(await readMirrored(engine.db, departureRef.departureId), withoutRefused(pending).effective);
}
export const checkedInCount = async (engine: Engine) => (await foldedDeparture(engine)).rollCall.tally.checkedIn;

export async function stopAll(): Promise<void> {
  for (const engine of open.splice(0)) await engine.stop();
}

/** Tells the office how this device stands after a pass, and does what is asked of it (ADR 007). */
import { signOut } from '../../data/auth.ts';
import { reportDevice, tellForgotten, type DeviceOrder } from '../../data/devices.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ok, type Result } from '../../domain/result.ts';
import { removeDepartures } from '../../offline/device/database.ts';
import type { Engine } from '../../offline/device/engine.ts';
import { unsentActions } from '../../offline/device/sign-out.ts';

/** Milliseconds between two reports that say the same, and between any two. */
export const CALM = 600_000;
export const BUSY = 60_000;

export interface ReportPorts {
  report: typeof reportDevice;
  tellForgotten: typeof tellForgotten;
  /** Ends the session and leaves the device as it is: the person is asked to sign in again. */
  endSession(): Promise<Result<null>>;
  /** Wipes the device and signs out; refuses while something is unsent. */
  leave(): Promise<{ ok: boolean }>;
}

/** Looks after each pass of the engine. Returns how to stop. `companyOf`: for which company the person acts now. */
export function reportFor(engine: Engine, companyOf: () => Uuid | null, ports: ReportPorts): () => void {
  let last = { said: '', at: -Infinity };
  let busy = false;
  let stopped = false;

  const look = async (): Promise<void> => {
    const company = companyOf();
    const { syncing, network, pulledAt, deviceId, waitingCount, parkedCount } = engine.state.get();
    if (stopped || busy || syncing || network !== 'online' || company === null || deviceId === null || !pulledAt)
      return;
    const counts = { waiting: waitingCount.count, parked: parkedCount.count };
    const said = JSON.stringify([company, counts]);
    const now = engine.ports.clock.now();
    if (now - last.at < (said === last.said ? CALM : BUSY)) return;
    last = { said, at: now };
    busy = true;
    try {
      const { deviceLabel: label, appVersion, userId } = engine.ports;
      const told = await ports.report(
        { device: { id: deviceId, label, appVersion }, company, ...counts, syncedAt: pulledAt },
        userId,
      );
      // Asked again with the next pass.
      if (!told.ok && told.retry) last.at = now - CALM + BUSY;
      if (told.ok && told.data.asked) await obey(engine, told.data.asked, { ...ports, deviceId });
    } finally {
      busy = false;
    }
  };

  const stop = engine.state.subscribe(() => void look());
  void look();
  return () => {
    stopped = true;
    stop();
  };
}

/** Nothing that was done here is lost by it: what waits is sent first, and what the server refused stays. */
export async function obey(
  engine: Engine,
  asked: DeviceOrder,
  ports: Omit<ReportPorts, 'report'> & { deviceId: Uuid },
): Promise<void> {
  if (asked === 'sign_out') return void (await ports.endSession());
  await engine.sync.pass();
  const unsent = await unsentActions(engine);
  // It could not be sent, so the next contact does it.
  if (!unsent.ok || unsent.data.waiting > 0) return;
  if (unsent.data.parked > 0) {
    const emptied = await engine.access(async () =>
      removeDepartures(engine.db, await engine.db.departures.toCollection().primaryKeys()),
    );
    if (emptied.ok) await ports.endSession();
    return;
  }
  const told = await ports.tellForgotten(ports.deviceId, engine.userId);
  if (told.ok) await ports.leave();
}

/** As the app does it. */
export const portsOf = (leave: ReportPorts['leave']): ReportPorts => ({
  report: reportDevice,
  tellForgotten,
  endSession: async () => {
    await signOut();
    return ok(null);
  },
  leave,
});

/** Tells the office how this device stands after a pass, and does what is asked of it (ADR 007). */
import { signOut } from '../../data/auth.ts';
import { reportDevice, confirmDeviceWipe, type DeviceCommand } from '../../data/devices.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ok, type Result } from '../../domain/result.ts';
import { removeDepartures } from '../../offline/device/database.ts';
import type { Engine } from '../../offline/device/engine.ts';
import { unsentActions } from '../../offline/device/sign-out.ts';

/** Milliseconds between two reports that say the same, and between any two. */
export const UNCHANGED_REPORT_INTERVAL_MS = 600_000;
export const MIN_REPORT_INTERVAL_MS = 60_000;

export interface ReportPorts {
  report: typeof reportDevice;
  confirmDeviceWipe: typeof confirmDeviceWipe;
  /** Ends the session and leaves the device as it is: the person is asked to sign in again. */
  endSession(): Promise<Result<null>>;
  /** Wipes the device and signs out; refuses while something is unsent. */
  leave(): Promise<{ ok: boolean }>;
}

/** Looks after each pass of the engine. Returns how to stop. `companyOf`: for which company the person acts now. */
export function startDeviceReports(engine: Engine, companyOf: () => Uuid | null, ports: ReportPorts): () => void {
  let last = { fingerprint: '', at: -Infinity };
  let busy = false;
  let stopped = false;

  const look = async (): Promise<void> => {
    const company = companyOf();
    const { syncing, network, pulledAt, deviceId, waitingCount, parkedCount } = engine.state.get();
    if (stopped || busy || syncing || network !== 'online' || company === null || deviceId === null || !pulledAt)
      return;
    const counts = { waiting: waitingCount.count, parked: parkedCount.count };
    const fingerprint = JSON.stringify([company, counts]);
    const now = engine.ports.clock.now();
    if (now - last.at < (fingerprint === last.fingerprint ? UNCHANGED_REPORT_INTERVAL_MS : MIN_REPORT_INTERVAL_MS))
      return;
    last = { fingerprint, at: now };
    busy = true;
    try {
      const { deviceLabel: label, appVersion, userId } = engine.ports;
      const result = await ports.report(
        { device: { id: deviceId, label, appVersion }, company, ...counts, syncedAt: pulledAt },
        userId,
      );
      // Asked again with the next pass.
      if (!result.ok && result.retry) last.at = now - UNCHANGED_REPORT_INTERVAL_MS + MIN_REPORT_INTERVAL_MS;
      if (result.ok && result.data.asked) await runDeviceCommand(engine, result.data.asked, { ...ports, deviceId });
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
export async function runDeviceCommand(
  engine: Engine,
  asked: DeviceCommand,
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
  const result = await ports.confirmDeviceWipe(ports.deviceId, engine.userId);
  if (result.ok) await ports.leave();
}

/** As the app does it. */
export const createReportPorts = (leave: ReportPorts['leave']): ReportPorts => ({
  report: reportDevice,
  confirmDeviceWipe,
  endSession: async () => {
    await signOut();
    return ok(null);
  },
  leave,
});

/** Reports the device's state to the office after each sync pass, and executes its commands (ADR 007). */
import { signOut } from '../../data/auth.ts';
import { reportDevice, confirmDeviceWipe, type DeviceCommand } from '../../data/devices.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ok, type Result } from '../../domain/result.ts';
import { removeDepartures } from '../../offline/device/database.ts';
import type { Engine } from '../../offline/device/engine.ts';
import { unsentActions } from '../../offline/device/sign-out.ts';

/** Minimum milliseconds between two identical reports, and between any two. */
export const UNCHANGED_REPORT_INTERVAL_MS = 600_000;
export const MIN_REPORT_INTERVAL_MS = 60_000;

export interface ReportPorts {
  report: typeof reportDevice;
  confirmDeviceWipe: typeof confirmDeviceWipe;
  /** Ends the session but keeps the device's data; the person is asked to sign in again. */
  endSession(): Promise<Result<null>>;
  /** Wipes the device and signs out; refuses while there are unsent actions. */
  leave(): Promise<{ ok: boolean }>;
}

/**
 * Starts reporting after each pass of the engine. `companyOf` returns the current company. Returns a function that
 * stops it.
 */
export function startDeviceReports(engine: Engine, companyOf: () => Uuid | null, ports: ReportPorts): () => void {
  let last = { fingerprint: '', at: -Infinity };
  let busy = false;
  let stopped = false;

  const report = async (): Promise<void> => {
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
      // Retried with the next pass after the minimum interval.
      if (!result.ok && result.retry) last.at = now - UNCHANGED_REPORT_INTERVAL_MS + MIN_REPORT_INTERVAL_MS;
      if (result.ok && result.data.command) await runDeviceCommand(engine, result.data.command, { ...ports, deviceId });
    } finally {
      busy = false;
    }
  };

  const stop = engine.state.subscribe(() => void report());
  void report();
  return () => {
    stopped = true;
    stop();
  };
}

/** Executes a command without losing actions: waiting ones are sent first, and refused ones stay. */
export async function runDeviceCommand(
  engine: Engine,
  command: DeviceCommand,
  ports: Omit<ReportPorts, 'report'> & { deviceId: Uuid },
): Promise<void> {
  if (command === 'sign_out') return void (await ports.endSession());
  await engine.sync.pass();
  const unsent = await unsentActions(engine);
  // Still unsent; the next report gets the command again.
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

/** The ports used in production. */
export const createReportPorts = (leave: ReportPorts['leave']): ReportPorts => ({
  report: reportDevice,
  confirmDeviceWipe,
  endSession: async () => {
    await signOut();
    return ok(null);
  },
  leave,
});

/** Starts what the first paint must not wait for: syncing with the server, service worker, error reporting. */
import { startReporting } from '../../errors/reporting.ts';
import { afterScreenPaint } from '../../lib/screen-painted.ts';
import { startSyncing } from '../../offline/device/current-engine.ts';
import { followSession } from './follow-session.ts';
import { startUpdates } from './updates.ts';
import { session } from '../../session/session.ts';

/** Milliseconds after which they start even if no screen has reported its paint. */
const MAX_PAINT_WAIT_MS = 1000;

export function startAfterPaint(): void {
  afterScreenPaint(begin, MAX_PAINT_WAIT_MS);
}

/** Opens the engine on the device's database after the paint, or at once if the list could not be read without it. */
export function startEngineAfter(list: Promise<boolean>): void {
  void list.then((isThere) => (isThere ? afterScreenPaint(followSession, MAX_PAINT_WAIT_MS) : followSession()));
}

function begin(): void {
  startSyncing();
  // Fails without a network, when there is no one to report to.
  void import('./report-devices.ts').then((module) => module.reportDevices()).catch(() => {});
  void startUpdates();
  void startReporting();
  session.connect().catch((error: unknown) => console.warn('The session could not be confirmed', error));
}

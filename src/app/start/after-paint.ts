/** What the first paint must not wait for: the engine, the server, the worker, error reporting. */
import { startReporting } from '../../errors/reporting.ts';
import { afterScreenPaint } from '../../lib/screen-painted.ts';
import { startSyncing } from '../../offline/device/current-engine.ts';
import { followSession } from './follow-session.ts';
import { startUpdates } from './updates.ts';
import { session } from '../../session/session.ts';

/** Milliseconds after which the rest begins although no screen has said that it has painted. */
const AT_MOST = 1000;

export function afterPaint(): void {
  afterScreenPaint(begin, AT_MOST);
}

/** The engine, which the list needs where it could not be read without one. */
export function startEngineAfter(list: Promise<boolean>): void {
  void list.then((isThere) => (isThere ? afterScreenPaint(followSession, AT_MOST) : followSession()));
}

function begin(): void {
  startSyncing();
  // Without a network there is nobody to tell.
  void import('./report-devices.ts').then((module) => module.reportDevices()).catch(() => {});
  void startUpdates();
  void startReporting();
  session.connect().catch((error: unknown) => console.warn('The server could not be asked who is here', error));
}

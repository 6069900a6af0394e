/** What the first paint must not wait for: the server, the worker, error reporting, the engine's code. */
import { startReporting } from '../errors/reporting.ts';
import { followSession } from './follow-session.ts';
import { startUpdates } from './updates.ts';
import { session } from '../session/session.ts';

export function afterPaint(): void {
  // Two frames: the first has been painted when the second one begins.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)));
}

function begin(): void {
  followSession();
  void startUpdates();
  void startReporting();
  session.connect().catch((error: unknown) => console.warn('The server could not be asked who is here', error));
}

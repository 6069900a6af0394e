/** Starts and stops the offline engine with the session, and tells it for which company the person acts. */
import { reportError } from '../../errors/reporting.ts';
import { setActiveCompany, startOffline, stopOffline } from '../../offline/device/current-engine.ts';
import { actingAs } from '../../session/use-session.ts';
import { forgetOnWholeDevice } from '../../offline/device/retention.ts';
import { session } from '../../session/session.ts';

const AFTER_START = 10_000;
const HOUR = 3_600_000;

async function follow(): Promise<void> {
  const state = session.getState();
  if (state.status === 'signed_in') {
    const { userId, company } = actingAs(state.snapshot);
    await startOffline(userId, company?.id ?? null);
    setActiveCompany(company?.id ?? null);
  } else if (state.status === 'signed_out') {
    await stopOffline();
  }
}

/** Resolves when the engine of the person whom the device knows has started, or could not. */
export function followSession(): Promise<void> {
  // One after the other, so that a quick change of the session never overtakes itself.
  let last = Promise.resolve();
  const next = () => {
    last = last.then(follow).catch(reportError);
  };
  session.subscribe(next);
  next();
  const forget = () => void forgetOnWholeDevice(Date.now());
  setTimeout(forget, AFTER_START);
  setInterval(forget, HOUR);
  return last;
}

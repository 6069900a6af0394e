/** Starts and stops the sync engine with the session, and tells it the current company. */
import { confirmedTime, onClockOffset } from '../../lib/clock.ts';
import { refreshClock } from '../../ui/dates/clock.ts';
import { reportError } from '../../errors/reporting.ts';
import { setActiveCompany, startOffline, stopOffline } from '../../offline/device/current-engine.ts';
import { clearStartupList, getStartupList } from '../../offline/read/startup-list.ts';
import { toCurrentUser } from '../../session/use-session.ts';
import { session } from '../../session/session.ts';

const CLEANUP_DELAY_MS = 10_000;
const HOUR_MS = 3_600_000;

async function follow(): Promise<void> {
  const state = session.getState();
  if (state.status === 'signed_in') {
    const { userId, company } = toCurrentUser(state.snapshot);
    await startOffline(userId, company?.id ?? null);
    setActiveCompany(company?.id ?? null);
  } else if (state.status === 'signed_out') {
    await stopOffline();
  }
}

/** A list that was read early for another person must not be shown. */
function dropOthersList(): void {
  const state = session.getState();
  const userId = state.status === 'signed_in' ? state.snapshot.identity.userId : null;
  if (getStartupList()?.userId !== userId) clearStartupList();
}

/** Call once, when the stored list is on the screen or known not to exist. */
export function followSession(): void {
  // Serialized, so that quick session changes don't race.
  let last = Promise.resolve();
  const next = () => {
    dropOthersList();
    last = last.then(follow).catch(reportError);
  };
  session.subscribe(next);
  next();
  onClockOffset(refreshClock);
  const forget = () =>
    void import('../../offline/device/retention.ts')
      .then(({ deleteOldDataOfAllUsers }) => deleteOldDataOfAllUsers(confirmedTime()))
      .catch(() => undefined);
  setTimeout(forget, CLEANUP_DELAY_MS);
  setInterval(forget, HOUR_MS);
}

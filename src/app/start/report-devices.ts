/** What goes on beside the screen for whoever is here, and needs the server: their device's reports, and what is asked of them. */
import { currentEngine, onEngineChange } from '../../offline/device/current-engine.ts';
import { session } from '../../session/session.ts';
import { actingAs } from '../../session/use-session.ts';
import { portsOf, reportFor } from './device-report.ts';
import { followAskedOfMe } from './follow-asked-of-me.ts';
import { followFactorDuty } from './follow-factor-duty.ts';

export function reportDevices(): void {
  followFactorDuty();
  followAskedOfMe();
  const ports = portsOf(() => session.signOut({ discard: false }));
  let stop = () => {};
  const follow = () => {
    stop();
    const engine = currentEngine();
    stop = engine ? reportFor(engine, actingCompanyId, ports) : () => {};
  };
  onEngineChange(follow);
  follow();
}

function actingCompanyId(): string | null {
  const state = session.getState();
  if (state.status !== 'signed_in' || state.mustSignInAgain) return null;
  return actingAs(state.snapshot).company?.id ?? null;
}

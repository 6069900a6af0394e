/** The reports of whoever is here, for the company that they act for. */
import { currentEngine, onEngineChange } from '../../offline/device/current-engine.ts';
import { session } from '../../session/session.ts';
import { actingAs } from '../../session/use-session.ts';
import { portsOf, reportFor } from './device-report.ts';
import { followFactorDuty } from './follow-factor-duty.ts';

export function reportDevices(): void {
  followFactorDuty();
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

/** Starts background work that needs the server: device reports and their commands, and polling for requests. */
import { currentEngine, onEngineChange } from '../../offline/device/current-engine.ts';
import { session } from '../../session/session.ts';
import { toCurrentUser } from '../../session/use-session.ts';
import { createReportPorts, startDeviceReports } from './device-report.ts';
import { pollPendingRequests } from './poll-pending-requests.ts';
import { pollMfaRequirement } from './poll-mfa-requirement.ts';

export function reportDevices(): void {
  pollMfaRequirement();
  pollPendingRequests();
  const ports = createReportPorts(() => session.signOut({ discard: false }));
  let stop = () => {};
  const follow = () => {
    stop();
    const engine = currentEngine();
    stop = engine ? startDeviceReports(engine, currentCompanyId, ports) : () => {};
  };
  onEngineChange(follow);
  follow();
}

function currentCompanyId(): string | null {
  const state = session.getState();
  if (state.status !== 'signed_in' || state.mustSignInAgain) return null;
  return toCurrentUser(state.snapshot).company?.id ?? null;
}

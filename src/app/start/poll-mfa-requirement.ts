/** Polls whether a company requires two-factor authentication of the person, which may start while they work. */
import { readCompaniesAwaitingMfa } from '../../data/mfa-factors.ts';
import type { Uuid } from '../../domain/ids.ts';
import { mfaRequirement } from '../../session/mfa-requirement.ts';
import { session } from '../../session/session.ts';

const POLL_INTERVAL_MS = 300_000;

function currentUserId(): Uuid | null {
  const state = session.getState();
  return state.status === 'signed_in' && state.confirmed && !state.mustSignInAgain
    ? state.snapshot.identity.userId
    : null;
}

async function poll(): Promise<void> {
  const me = currentUserId();
  if (me === null) return mfaRequirement.set(null);
  const result = await readCompaniesAwaitingMfa(me);
  // A failed request keeps the previous state.
  if (!result.ok || currentUserId() !== me) return;
  const before = mfaRequirement.get();
  const now = result.data.length > 0 ? result.data : null;
  if (JSON.stringify(before) !== JSON.stringify(now)) mfaRequirement.set(now);
}

export function pollMfaRequirement(): void {
  let last: unknown = null;
  const follow = () => {
    const state = session.getState();
    // The identity was reloaded: another person, another company, or a code entered in another tab.
    const snapshot = state.status === 'signed_in' && state.confirmed ? state.snapshot : null;
    if (snapshot === last) return;
    last = snapshot;
    void poll();
  };
  session.subscribe(follow);
  follow();
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void poll());
  setInterval(() => void poll(), POLL_INTERVAL_MS);
}

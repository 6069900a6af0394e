/** Asks now and then whether a company waits for the person's second step: it may have begun to while they were at work. */
import { readMfaRequirement } from '../../data/mfa-factors.ts';
import type { Uuid } from '../../domain/ids.ts';
import { mfaRequirement } from '../../session/mfa-requirement.ts';
import { session } from '../../session/session.ts';

const OFTEN = 300_000;

function whoIsHere(): Uuid | null {
  const state = session.getState();
  return state.status === 'signed_in' && state.confirmed && !state.mustSignInAgain
    ? state.snapshot.identity.userId
    : null;
}

async function ask(): Promise<void> {
  const me = whoIsHere();
  if (me === null) return mfaRequirement.set(null);
  const answer = await readMfaRequirement(me);
  // What could not be asked is as it was.
  if (!answer.ok || whoIsHere() !== me) return;
  const before = mfaRequirement.get();
  const now = answer.data.length > 0 ? answer.data : null;
  if (JSON.stringify(before) !== JSON.stringify(now)) mfaRequirement.set(now);
}

export function pollMfaRequirement(): void {
  let last: unknown = null;
  const follow = () => {
    const state = session.getState();
    // Who somebody is was read anew: another person, another company, a code that was given in another tab.
    const snapshot = state.status === 'signed_in' && state.confirmed ? state.snapshot : null;
    if (snapshot === last) return;
    last = snapshot;
    void ask();
  };
  session.subscribe(follow);
  follow();
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void ask());
  setInterval(() => void ask(), OFTEN);
}

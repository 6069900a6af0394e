/** Loads the person's pending requests: on sign-in, on change events, and when the tab becomes visible. */
import { readPendingRequests } from '../../data/pending-requests.ts';
import { onChangeEvent, type ChangeEvent } from '../../data/change-events.ts';
import type { Uuid } from '../../domain/ids.ts';
import { throttle } from '../../online/use-invalidation.ts';
import { pendingRequests } from '../../session/pending-requests.ts';
import { session } from '../../session/session.ts';
import { toCurrentUser } from '../../session/use-session.ts';

/** Milliseconds. */
const MIN_INTERVAL_MS = 5000;

interface Actor {
  person: Uuid;
  company: Uuid | null;
}

function currentActor(): Actor | null {
  const state = session.getState();
  if (state.status !== 'signed_in' || !state.confirmed || state.mustSignInAgain) return null;
  const { userId, company } = toCurrentUser(state.snapshot);
  return { person: userId, company: company?.id ?? null };
}
const isSame = (a: Actor | null, b: Actor | null) => a?.person === b?.person && a?.company === b?.company;

/** Roll-calls cause events for guests all day; only events that name the person, or no departure, matter here. */
const mayConcern = ({ departures, people }: ChangeEvent, person: Uuid) =>
  departures === null || departures.length === 0 || people.includes(person);

/** Loads the pending requests; also called after an answer. */
export async function refreshPendingRequests(): Promise<void> {
  const actor = currentActor();
  if (actor === null) return pendingRequests.set(null);
  const result = await readPendingRequests(actor.person);
  // A failed request keeps the previous state.
  if (!result.ok || !isSame(actor, currentActor())) return;
  const { companyNames, requests, notices } = result.data;
  const now = companyNames.length + requests.length + notices.length > 0 ? result.data : null;
  if (JSON.stringify(pendingRequests.get()) !== JSON.stringify(now)) pendingRequests.set(now);
}

export function pollPendingRequests(): void {
  const asking = throttle(() => void refreshPendingRequests(), {
    pause: MIN_INTERVAL_MS,
    isVisible: () => document.visibilityState === 'visible',
  });
  let last: unknown = null;
  let before: Actor | null = null;
  let stop = () => {};
  const follow = () => {
    const state = session.getState();
    const snapshot = state.status === 'signed_in' && state.confirmed && !state.mustSignInAgain ? state.snapshot : null;
    if (snapshot === last) return;
    last = snapshot;
    const actor = currentActor();
    if (!isSame(actor, before)) {
      stop();
      before = actor;
      pendingRequests.set(null);
      stop = actor?.company
        ? onChangeEvent(actor.company, (changeEvent) => mayConcern(changeEvent, actor.person) && asking.run())
        : () => {};
    }
    // Permissions were reloaded, as after accepting ownership of a company.
    void refreshPendingRequests();
  };
  session.subscribe(follow);
  follow();
  document.addEventListener('visibilitychange', () => {
    asking.onVisible();
    if (document.visibilityState === 'visible') asking.run();
  });
}

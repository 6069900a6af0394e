/** Session of this tab: starts from the device's snapshot, then asks the server, and follows the other tabs. */
import { createStore, type Store } from '../lib/store.ts';
import type { AuthChange, AuthRefusal, SignedIn } from '../data/auth.ts';
import type { Identity } from '../data/identity.ts';
import type { Uuid } from '../domain/ids.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { LeavingOptions, SignOutResult } from '../offline/device/sign-out.ts';
import type { SessionState, Snapshot } from './session-state.ts';

/** What the session needs from the server; its code is loaded after the first paint. */
export interface SessionServer {
  signIn(email: string, password: string): Promise<Result<SignedIn, AuthRefusal>>;
  currentUser(): Promise<Result<SignedIn | null>>;
  onAuthChange(listener: (change: AuthChange) => void): () => void;
  loadIdentity(userId: Uuid): Promise<Result<Identity>>;
  impersonate(companyId: Uuid | null): Promise<Result<null>>;
}

export interface SnapshotStore {
  read(): Promise<Snapshot | null>;
  /** Stores the snapshot and returns whether it is durable; a full device must not prevent work. */
  write(snapshot: Snapshot): Promise<boolean>;
}

export interface SessionPorts {
  server: () => Promise<SessionServer>;
  snapshots: SnapshotStore;
  /** Whether this browser has session cookies, valid or not. */
  hasSessionCookies: () => boolean;
  /** Deletes the session cookies. Offline, the Supabase client keeps them, but signing out must still work. */
  dropSessionCookies: () => void;
  /** Wipes the device for this user, unless unsent actions remain; see `LeavingOptions`. */
  leaveDevice: (options: LeavingOptions & { userId: Uuid | null }) => Promise<SignOutResult>;
  tabs: { post(message: TabMessage): void; listen(listener: (message: TabMessage) => void): void };
}

export type TabMessage = 'signed_out' | 'identity_changed';

interface SignOuts {
  isRunning: boolean;
  /** Number of sign-outs, to discard responses that were requested before one. */
  count: number;
}

/** Asks the server who is signed in, at once or after a change in Auth, and stores the response. */
function createRefresh(
  { server, snapshots, hasSessionCookies }: SessionPorts,
  sessionState: Store<SessionState>,
  signOuts: SignOuts,
) {
  const { set } = sessionState;

  async function showAndStore(snapshot: Snapshot, confirmed: boolean): Promise<void> {
    set({ status: 'signed_in', snapshot, confirmed, mustSignInAgain: false });
    await snapshots.write(snapshot);
  }

  function askToSignInAgain(): void {
    const state = sessionState.get();
    if (state.status === 'signed_in') set({ ...state, mustSignInAgain: true });
    else set({ status: 'signed_out' });
  }

  async function refresh(user?: SignedIn): Promise<Result<null>> {
    const before = signOuts.count;
    const api = await server();
    const signedIn = user ? ok(user) : await api.currentUser();
    if (!signedIn.ok) return signedIn;
    if (signedIn.data === null) {
      // Offline, an expired token also yields "nobody"; only missing cookies prove that the session is lost.
      if (!hasSessionCookies()) askToSignInAgain();
      return ok(null);
    }
    const { userId, email } = signedIn.data;
    const identity = await api.loadIdentity(userId);
    if (signOuts.isRunning || before !== signOuts.count) return fail('signed_out');
    if (!identity.ok) {
      if (identity.code === 'signed_out' && !hasSessionCookies()) askToSignInAgain();
      return identity;
    }
    const state = sessionState.get();
    const chosenCompanyId =
      state.status === 'signed_in' && state.snapshot.identity.userId === userId ? state.snapshot.chosenCompanyId : null;
    await showAndStore({ identity: identity.data, email, chosenCompanyId }, true);
    return ok(null);
  }

  function onAuthChange(change: AuthChange): void {
    const state = sessionState.get();
    if (change.event === 'signed_out') {
      if (!signOuts.isRunning) askToSignInAgain();
    } else if (change.user && state.status === 'signed_in') {
      // An email address changed by links opened elsewhere arrives with the next token.
      const another =
        change.user.userId !== state.snapshot.identity.userId || change.user.email !== state.snapshot.email;
      if (another || change.event === 'user_updated' || state.mustSignInAgain) void refresh(change.user);
    }
  }

  return { refresh, onAuthChange };
}

export function createSession(ports: SessionPorts) {
  const { server, snapshots, hasSessionCookies, tabs } = ports;
  const sessionState = createStore<SessionState>({ status: 'unknown' });
  const { set } = sessionState;
  const signOuts: SignOuts = { isRunning: false, count: 0 };
  const { refresh, onAuthChange } = createRefresh(ports, sessionState, signOuts);

  /** Shows a person who has signed in by any method, here and in the other tabs. */
  async function enter(user: SignedIn): Promise<Result<null>> {
    const refreshed = await refresh(user);
    if (refreshed.ok) tabs.post('identity_changed');
    return refreshed;
  }

  tabs.listen((message) => {
    if (message === 'signed_out') {
      signOuts.count += 1;
      set({ status: 'signed_out', isDeliberate: true });
    } else
      void snapshots
        .read()
        .then(
          (snapshot) => snapshot && set({ status: 'signed_in', snapshot, confirmed: true, mustSignInAgain: false }),
        );
  });

  return {
    getState: sessionState.get,
    subscribe: sessionState.subscribe,

    /** Reads the device without waiting for the network. Signed out at once without snapshot and cookies. */
    async start(): Promise<void> {
      const snapshot = await snapshots.read();
      if (snapshot) set({ status: 'signed_in', snapshot, confirmed: false, mustSignInAgain: false });
      else if (!hasSessionCookies()) set({ status: 'signed_out' });
    },

    /** Asks the server and subscribes to session events. Call it after the first paint. */
    async connect(): Promise<void> {
      const api = await server();
      api.onAuthChange(onAuthChange);
      if (sessionState.get().status === 'signed_out') return;
      const result = await refresh();
      if (!result.ok && sessionState.get().status === 'unknown') set({ status: 'signed_out' });
    },

    refresh,
    enter,

    async signIn(email: string, password: string): Promise<Result<null, AuthRefusal>> {
      const result = await (await server()).signIn(email, password);
      return result.ok ? enter(result.data) : result;
    },

    /** Signs out in all tabs. Refuses while unsent actions remain, unless they are kept or discarded. */
    signOut: (options: LeavingOptions) => signOut(ports, sessionState, { signOuts, options }),

    async chooseCompany(companyId: Uuid): Promise<void> {
      const state = sessionState.get();
      if (state.status !== 'signed_in') return;
      const snapshot = { ...state.snapshot, chosenCompanyId: companyId };
      set({ ...state, snapshot });
      await snapshots.write(snapshot);
    },

    /** Starts acting for a company, or stops (null). */
    async impersonate(companyId: Uuid | null): Promise<Result<null>> {
      const result = await (await server()).impersonate(companyId);
      if (!result.ok) return result;
      const refreshed = await refresh();
      if (refreshed.ok) tabs.post('identity_changed');
      return refreshed;
    },
  };
}

async function signOut(
  ports: SessionPorts,
  sessionState: Store<SessionState>,
  { signOuts, options }: { signOuts: SignOuts; options: LeavingOptions },
): Promise<SignOutResult> {
  signOuts.isRunning = true;
  const state = sessionState.get();
  try {
    const userId = state.status === 'signed_in' ? state.snapshot.identity.userId : null;
    const result = await ports.leaveDevice({ ...options, userId });
    // Other failures come from the server, which is called only after the device was wiped.
    const wiped = result.ok || !('unsent' in result || result.code.startsWith('storage'));
    if (!wiped) return result;
    signOuts.count += 1;
    ports.dropSessionCookies();
    ports.tabs.post('signed_out');
    sessionState.set({ status: 'signed_out', isDeliberate: true });
    return { ok: true };
  } finally {
    signOuts.isRunning = false;
  }
}

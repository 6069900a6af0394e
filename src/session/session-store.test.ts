import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthChange } from '../data/auth.ts';
import type { Identity } from '../data/identity.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { SignOutResult } from '../offline/device/sign-out.ts';
import { actingCompany, ownCompanies, type Snapshot } from './session-state.ts';
import { createSession, type SessionPorts, type TabMessage } from './session-store.ts';
import { company, identity, snapshot } from './testing/snapshots.ts';

const world = () => ({
  stored: null as Snapshot | null,
  cookies: false,
  user: ok({ userId: 'u1', email: 'u1@muster.test' }) as Result<{ userId: string; email: string } | null>,
  identity: ok(identity()) as Result<Identity>,
  leave: { ok: true } as SignOutResult,
  loading: Promise.resolve(),
  leftBy: null as string | null,
  posted: [] as TabMessage[],
  serverRequests: 0,
  change: (() => undefined) as (change: AuthChange) => void,
  hear: (() => undefined) as (message: TabMessage) => void,
});
let outside = world();

function start() {
  const ports: SessionPorts = {
    server: () => {
      outside.serverRequests += 1;
      return Promise.resolve({
        signIn: () =>
          Promise.resolve(outside.user.ok && outside.user.data ? ok(outside.user.data) : fail('wrong_credentials')),
        currentUser: () => Promise.resolve(outside.user),
        onAuthChange: (listener) => {
          outside.change = listener;
          return () => undefined;
        },
        loadIdentity: () => outside.loading.then(() => outside.identity),
        impersonate: () => Promise.resolve(ok(null)),
      });
    },
    snapshots: {
      read: () => Promise.resolve(outside.stored),
      write: (next) => {
        outside.stored = next;
        return Promise.resolve(true);
      },
    },
    hasSessionCookies: () => outside.cookies,
    dropSessionCookies: () => {
      outside.cookies = false;
    },
    leaveDevice: ({ userId }) => {
      outside.leftBy = userId;
      if (outside.leave.ok) outside.stored = null;
      return Promise.resolve(outside.leave);
    },
    tabs: { post: (message) => outside.posted.push(message), listen: (listener) => (outside.hear = listener) },
  };
  return createSession(ports);
}

beforeEach(() => {
  outside = world();
});

describe('start', () => {
  it('takes the person from the device, without asking the server', async () => {
    outside.stored = snapshot();
    const session = start();
    await session.start();
    expect(session.getState()).toMatchObject({ status: 'signed_in', confirmed: false, mustSignInAgain: false });
    expect(outside.serverRequests).toBe(0);
  });
  it('is signed out at once without snapshot and cookies', async () => {
    const session = start();
    await session.start();
    expect(session.getState()).toEqual({ status: 'signed_out' });
  });
  it('waits for the server if only the cookies are left, and takes its response', async () => {
    outside.cookies = true;
    const session = start();
    await session.start();
    expect(session.getState()).toEqual({ status: 'unknown' });
    await session.connect();
    expect(session.getState()).toMatchObject({ status: 'signed_in', confirmed: true });
    expect(outside.stored?.identity.userId).toBe('u1');
  });
  it('continues from the snapshot when the server cannot be reached', async () => {
    outside.stored = snapshot();
    outside.cookies = true;
    for (const code of ['offline', 'timeout', 'bad_response', 'rate_limited'] as const) {
      outside.user = fail(code, { retry: true });
      const session = start();
      await session.start();
      await session.connect();
      expect(session.getState()).toMatchObject({ status: 'signed_in', mustSignInAgain: false });
    }
  });
  it('ignores "nobody" while the cookies exist, as an expired token offline yields that too', async () => {
    outside.stored = snapshot();
    outside.cookies = true;
    outside.user = ok(null);
    const session = start();
    await session.start();
    await session.connect();
    expect(session.getState()).toMatchObject({ status: 'signed_in', mustSignInAgain: false });
  });
});

describe('a session that the server has ended', () => {
  it('asks to sign in again and keeps everything', async () => {
    outside.stored = snapshot();
    const session = start();
    await session.start();
    await session.connect();
    outside.change({ event: 'signed_out', user: null });
    expect(session.getState()).toMatchObject({ status: 'signed_in', mustSignInAgain: true });
    expect(outside.stored).not.toBeNull();
    expect(outside.posted).toEqual([]);
    await session.signIn('u1@muster.test', 'x');
    expect(session.getState()).toMatchObject({ status: 'signed_in', mustSignInAgain: false });
  });
});

describe('an auth event, here or in another tab', () => {
  const me = { userId: 'u1', email: 'u1@muster.test' };
  const connected = async () => {
    outside.stored = snapshot();
    const session = start();
    await session.start();
    await session.connect();
    await session.chooseCompany('c1');
    return session;
  };
  const result = () => new Promise((resolve) => setTimeout(resolve));

  it.each([
    { event: 'initial', user: null },
    { event: 'initial', user: me },
    { event: 'signed_in', user: me },
    { event: 'token_refreshed', user: me },
    { event: 'password_recovery', user: me },
    { event: 'mfa_verified', user: me },
  ] satisfies AuthChange[])('$event of the same person changes nothing', async (change) => {
    const session = await connected();
    const before = session.getState();
    outside.identity = fail('server');
    outside.change(change);
    await result();
    expect(session.getState()).toBe(before);
  });
  it.each(['signed_in', 'token_refreshed', 'mfa_verified'] as const)(
    '%s as another person shows that person, without the previous choice of company',
    async (event) => {
      const session = await connected();
      outside.identity = ok(identity({ userId: 'u2', displayName: 'Another' }));
      outside.change({ event, user: { userId: 'u2', email: 'u2@muster.test' } });
      await result();
      expect(session.getState()).toMatchObject({
        snapshot: { email: 'u2@muster.test', chosenCompanyId: null, identity: { displayName: 'Another' } },
      });
      expect(outside.stored?.identity.userId).toBe('u2');
    },
  );
  it('token_refreshed with another address of the same person updates the address', async () => {
    const session = await connected();
    outside.change({ event: 'token_refreshed', user: { ...me, email: 'new@muster.test' } });
    await result();
    expect(session.getState()).toMatchObject({ snapshot: { email: 'new@muster.test', chosenCompanyId: 'c1' } });
  });
  it('user_updated reloads the identity', async () => {
    const session = await connected();
    outside.identity = ok(identity({ displayName: 'Newly named' }));
    outside.change({ event: 'user_updated', user: me });
    await result();
    expect(session.getState()).toMatchObject({ snapshot: { identity: { displayName: 'Newly named' } } });
  });
  it.each(['signed_in', 'token_refreshed', 'mfa_verified'] as const)(
    '%s ends the request to sign in again',
    async (event) => {
      const session = await connected();
      outside.change({ event: 'signed_out', user: null });
      expect(session.getState()).toMatchObject({ mustSignInAgain: true });
      outside.change({ event, user: me });
      await result();
      expect(session.getState()).toMatchObject({ mustSignInAgain: false });
    },
  );
  it('signed_out during the person’s own sign-out is not reported as a lost session', async () => {
    const session = await connected();
    const states: unknown[] = [];
    session.subscribe(() => states.push(session.getState()));
    const leaving = session.signOut({ discard: false });
    outside.change({ event: 'signed_out', user: null });
    await leaving;
    expect(states).toEqual([{ status: 'signed_out', isDeliberate: true }]);
  });
  it('identity_changed of another tab reads the device, even for another person', async () => {
    const session = await connected();
    outside.stored = { ...snapshot({ userId: 'u2' }), email: 'u2@muster.test' };
    outside.hear('identity_changed');
    await result();
    expect(session.getState()).toMatchObject({
      confirmed: true,
      snapshot: { email: 'u2@muster.test', identity: { userId: 'u2' } },
    });
  });
});

describe('signing out', () => {
  it('is refused while actions are unsent', async () => {
    outside.stored = snapshot();
    outside.leave = { ok: false, unsent: { waiting: 2, parked: 1 } };
    const session = start();
    await session.start();
    expect(await session.signOut({ discard: false })).toEqual(outside.leave);
    expect(session.getState().status).toBe('signed_in');
    expect(outside.posted).toEqual([]);
  });
  it('drops the cookies even offline, and tells the other tabs', async () => {
    outside.stored = snapshot();
    outside.cookies = true;
    outside.leave = fail('offline', { retry: true });
    const session = start();
    await session.start();
    expect(await session.signOut({ discard: false })).toEqual({ ok: true });
    expect(outside.cookies).toBe(false);
    expect(outside.posted).toEqual(['signed_out']);
    expect(session.getState()).toEqual({ status: 'signed_out', isDeliberate: true });
  });
  it.each(['here', 'in another tab'])(
    'is not undone by a response still in flight, when it happens %s',
    async (where) => {
      outside.stored = snapshot();
      outside.cookies = true;
      let respond = () => {};
      outside.loading = new Promise((resolve) => (respond = resolve));
      const session = start();
      await session.start();
      const connecting = session.connect();
      await new Promise((resolve) => setTimeout(resolve));
      if (where === 'here') await session.signOut({ discard: false });
      else outside.hear('signed_out');
      respond();
      await connecting;
      expect(session.getState().status).toBe('signed_out');
      if (where === 'here') expect([outside.stored, outside.leftBy]).toEqual([null, 'u1']);
    },
  );
  it('is received from another tab', async () => {
    outside.stored = snapshot();
    const session = start();
    await session.start();
    const received = vi.fn<() => void>();
    session.subscribe(received);
    outside.hear('signed_out');
    expect(session.getState().status).toBe('signed_out');
    expect(received).toHaveBeenCalledOnce();
  });
});

describe('the acting company', () => {
  const two = {
    companies: [company('c1'), company('c2'), company('off', { isActive: false }), company('seen', { member: false })],
  };
  it('is the first of the person’s own, or the one chosen', async () => {
    outside.stored = snapshot(two);
    const session = start();
    await session.start();
    expect(ownCompanies(outside.stored).map(({ id }) => id)).toEqual(['c1', 'c2']);
    expect(actingCompany(outside.stored)?.id).toBe('c1');
    await session.chooseCompany('c2');
    expect(actingCompany(outside.stored)?.id).toBe('c2');
  });
  it('survives a refresh, but not another person', async () => {
    outside.stored = { ...snapshot(two), chosenCompanyId: 'c2' };
    outside.identity = ok(identity(two));
    const session = start();
    await session.start();
    await session.refresh();
    expect(outside.stored?.chosenCompanyId).toBe('c2');
    outside.user = ok({ userId: 'u2', email: 'u2@muster.test' });
    outside.identity = ok(identity({ userId: 'u2' }));
    await session.refresh();
    expect(outside.stored?.chosenCompanyId).toBeNull();
  });
});

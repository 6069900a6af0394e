/** The session of this tab, wired to the browser. Supabase's code comes with the first call, never before the paint. */
import { readDeviceSnapshot, writeDeviceSnapshot } from '../offline/device/device-database.ts';
import { watchChunk } from '../lib/chunk-load-error.ts';
import { createSession, type TabMessage } from './session-store.ts';
import type { Snapshot } from './session-state.ts';

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('muster-session');

/** The names of the cookies in which Supabase keeps a session, in chunks if it is long. */
function sessionCookies(): string[] {
  const names = document.cookie.split(';').map((part) => part.split('=', 1)[0]?.trim() ?? '');
  return names.filter((name) => /^sb-.+-auth-token(?:\.\d+)?$/.test(name));
}

/** Whether this browser holds a session, be it whole or not. */
export const hasSessionCookies = (): boolean => sessionCookies().length > 0;

export const session = createSession({
  server: async () => {
    const [auth, identity] = await watchChunk(Promise.all([import('../data/auth.ts'), import('../data/identity.ts')]));
    return { ...auth, loadIdentity: (userId) => identity.loadIdentity(userId), impersonate: identity.impersonate };
  },
  snapshots: {
    read: () => readDeviceSnapshot<Snapshot>(),
    write: (snapshot) => writeDeviceSnapshot(snapshot),
  },
  hasSessionCookies,
  dropSessionCookies: () => {
    for (const name of sessionCookies()) document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
  },
  leaveDevice: async (options) => (await watchChunk(import('../offline/device/sign-out.ts'))).signOutOfDevice(options),
  tabs: {
    post: (message) => channel?.postMessage(message),
    listen: (listener) => channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
  },
});

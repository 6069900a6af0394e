/** Session of this tab in the browser. Supabase's code is loaded with the first call, after the first paint. */
import { readDeviceSnapshot, writeDeviceSnapshot } from '../offline/device/device-database.ts';
import { watchChunk } from '../lib/chunk-load-error.ts';
import { createSession, type TabMessage } from './session-store.ts';
import type { Snapshot } from './session-state.ts';

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('muster-session');

/** Returns the names of Supabase's session cookies, which are chunked if the session is long. */
function sessionCookies(): string[] {
  const names = document.cookie.split(';').map((cookie) => cookie.split('=', 1)[0]?.trim() ?? '');
  return names.filter((name) => /^sb-.+-auth-token(?:\.\d+)?$/.test(name));
}

/** Returns whether this browser has a session cookie, complete or not. */
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

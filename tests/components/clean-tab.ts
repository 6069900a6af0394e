/**
 * All files of a worker share one page. Before each test, what earlier ones left in the browser goes; after each file, what it
 * left in the app's own state: its replaced modules, its session, and the answers that were read.
 */
import { afterAll, beforeEach, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { setLocale } from '../../src/i18n/locale-store.ts';
import { focusOnRelease } from '../../src/lib/focus-on-release.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { pendingRequests } from '../../src/session/pending-requests.ts';
import { mfaRequirement } from '../../src/session/mfa-requirement.ts';
import { session } from '../../src/session/session.ts';
import { dismissToast, toasts } from '../../src/ui/toasts/toasts.ts';
import { restoreModules } from './mock-module.ts';

// In Vitest, Fluent UI takes the page for jsdom: with the first popover it assigns a ResizeObserver that observes nothing, and no
// table that is drawn after that would show its rows.
const RealObserver = ResizeObserver;
Object.defineProperty(window, 'ResizeObserver', { configurable: true, get: () => RealObserver, set() {} });

// As the app does when it starts.
focusOnRelease();

beforeEach(() => {
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=', 1)[0]}=; path=/; max-age=0`;
  localStorage.clear();
  sessionStorage.clear();
});

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await userEvent.cleanup();
  queryClient.clear();
  setLocale('en');
  mfaRequirement.set(null);
  pendingRequests.set(null);
  // As another tab of the same browser would: nothing on the device has to be wiped.
  if (session.getState().status === 'signed_in') {
    const tabs = new BroadcastChannel('muster-session');
    tabs.postMessage('signed_out');
    await vi.waitUntil(() => session.getState().status !== 'signed_in', { timeout: 10_000, interval: 1 });
    tabs.close();
  }
  // A file that left the page comes back: nothing is stored on a page that was left.
  window.dispatchEvent(new PageTransitionEvent('pageshow'));
  restoreModules();
  for (const { id } of toasts.getState()) dismissToast(id);
});

/**
 * All files of a worker share one page. Clears before each test what earlier tests left in the browser, and after each
 * file what it left in the app's state: mocked modules, the session and cached query results.
 */
import { afterAll, beforeEach, vi } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { setLocale } from '../../src/i18n/locale-store.ts';
import { focusOnRelease } from '../../src/lib/focus-on-release.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { pendingRequests } from '../../src/session/pending-requests.ts';
import { mfaRequirement } from '../../src/session/mfa-requirement.ts';
import { session } from '../../src/session/session.ts';
import { dismissToast } from '../../src/ui/toasts/toasts.ts';
import { restoreModules } from './mock-module.ts';

// Under Vitest, Fluent UI mistakes the page for jsdom: its first popover replaces ResizeObserver with one that never
// fires, and tables rendered after that would show no rows.
const RealObserver = ResizeObserver;
Object.defineProperty(window, 'ResizeObserver', { configurable: true, get: () => RealObserver, set() {} });

// As at the app's start.
focusOnRelease();

beforeEach(async () => {
  // Where the last test left the mouse, a toast would appear below it and stay.
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 });
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
  // As from another tab of the browser, so that nothing on the device has to be wiped.
  if (session.getState().status === 'signed_in') {
    const tabs = new BroadcastChannel('muster-session');
    tabs.postMessage('signed_out');
    await vi.waitUntil(() => session.getState().status !== 'signed_in', { timeout: 10_000, interval: 1 });
    tabs.close();
  }
  // Ends a `pagehide` that a file has dispatched: a page that was left stores nothing.
  window.dispatchEvent(new PageTransitionEvent('pageshow'));
  restoreModules();
  dismissToast();
});

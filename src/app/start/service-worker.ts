/** Registers the service worker and detects newer builds with workbox-window. Loaded after the first paint. */
import { Workbox } from 'workbox-window';
import { deviceNow } from '../../lib/clock.ts';
import { onOutdatedBuild } from '../../lib/outdated-build.ts';
import { reloadPage } from '../../lib/page-reload.ts';
import { mayReload } from './reload-guard.ts';

const CHECK_INTERVAL_MS = 60 * 60_000;

/**
 * A page loaded before the first worker took control, or by a hard reload, is uncontrolled, and its lazy chunks would
 * not load offline. The active worker claims it on request.
 */
function claimPage({ active }: ServiceWorkerRegistration): void {
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' });
}

/**
 * Checks for a newer build hourly, and when the page becomes visible. Calls `offer` when one is installed and waiting.
 * Returns a function that activates it and reloads this page once.
 */
export async function registerServiceWorker(offer: () => void): Promise<() => void> {
  const workbox = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' });
  let isApplying = false;
  workbox.addEventListener('controlling', () => {
    // Tabs that did not ask for the update are not reloaded, as they may hold unsaved input.
    if (isApplying && mayReload(sessionStorage, deviceNow())) reloadPage();
  });
  const registration = await workbox.register({ immediate: true });
  if (!registration) throw new Error('The service worker was not registered.');

  const offerIfWaiting = () => {
    const { active, waiting } = registration;
    // The first worker of a device waits briefly as well, and replaces nothing.
    if (active && waiting && waiting !== active) offer();
  };
  // Workbox misses a worker that is already installing, and any after the first that it did not register itself.
  const followInstalling = () => {
    offerIfWaiting();
    registration.installing?.addEventListener('statechange', offerIfWaiting);
  };
  workbox.addEventListener('waiting', offerIfWaiting);
  followInstalling();

  const check = () => {
    if (navigator.onLine) workbox.update().then(followInstalling, () => undefined);
  };
  onOutdatedBuild(check);
  setInterval(check, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check();
  });
  void navigator.serviceWorker.ready.then(claimPage);
  return () => {
    isApplying = true;
    workbox.messageSkipWaiting();
  };
}

/**
 * Finds out that a newer build is there (every 60 minutes and on becoming visible) and changes over to it when the
 * person says so. The reload is our own and happens once: the plugin's client may reload not at all after the first
 * update, or in every tab.
 */
import { deviceNow } from '../../lib/clock.ts';
import { reloadPage } from '../../lib/page-reload.ts';
import { onChunkLoadError } from '../../lib/chunk-load-error.ts';
import { onOutdatedBuild } from '../../lib/outdated-build.ts';
import { createStore } from '../../lib/store.ts';
import { hasDirtyForms } from '../../ui/form/dirty-forms.ts';
import { mayReload, mayReloadForChunk } from './reload-guard.ts';

export const CHECK_INTERVAL = 60 * 60_000;

const waiting = createStore<ServiceWorker | null>(null);
let applying = false;

export const updates = {
  /** Whether a newer build is on the device and waits for its turn. */
  getState: () => waiting.get() !== null,
  subscribe: waiting.subscribe,
  /** Changes over to the newer build; the page reloads as soon as its worker has taken over. */
  apply(): void {
    applying = true;
    waiting.get()?.postMessage({ type: 'SKIP_WAITING' });
  },
};

function found(worker: ServiceWorker | null): void {
  if (worker) waiting.set(worker);
}

function watch(registration: ServiceWorkerRegistration): void {
  // Decided when a worker begins: the first one has nothing to replace, and may control this page before its last event arrives.
  const follow = (worker: ServiceWorker | null) => {
    if (!worker || registration.active === null) return;
    if (worker.state === 'installed') found(worker);
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') found(worker);
    });
  };
  follow(registration.waiting);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

/**
 * A page that was loaded while the first worker took over, or past it by a hard reload, is nobody's: what it fetches late would
 * not come without a network. The worker takes such pages in when it is asked to.
 */
function takeIn({ active }: ServiceWorkerRegistration): void {
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' });
}

/** Registers the worker; to be called after the first paint. */
export async function startUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Another tab that did not ask keeps its page: it may hold a half-filled form.
    if (applying && mayReload(sessionStorage, deviceNow())) reloadPage();
  });
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' });
    watch(registration);
    void navigator.serviceWorker.ready.then(takeIn);
    const check = () => {
      if (navigator.onLine) registration.update().catch(() => undefined);
    };
    onOutdatedBuild(check);
    setInterval(check, CHECK_INTERVAL);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') check();
    });
  } catch (error) {
    console.warn('The app could not be kept for offline use', error);
  }
}

/** A chunk of an older build is gone after a deployment: one reload a build brings the newer one. */
export function reloadOnChunkLoadError(): void {
  onChunkLoadError(() => {
    const mayLeave = navigator.onLine && !hasDirtyForms();
    if (mayLeave && mayReloadForChunk(sessionStorage, { build: import.meta.url, now: deviceNow() })) reloadPage();
  });
}

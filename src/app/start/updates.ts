/**
 * Detects a newer build (hourly, and when the page becomes visible) and activates it when the person agrees. Triggers
 * its own reload exactly once, as the plugin's client may not reload after the first update, or reload every tab.
 */
import { deviceNow } from '../../lib/clock.ts';
import { reloadPage } from '../../lib/page-reload.ts';
import { onChunkLoadError } from '../../lib/chunk-load-error.ts';
import { onOutdatedBuild } from '../../lib/outdated-build.ts';
import { createStore } from '../../lib/store.ts';
import { hasDirtyForms } from '../../ui/form/dirty-forms.ts';
import { mayReload, mayReloadForChunk } from './reload-guard.ts';

export const CHECK_INTERVAL_MS = 60 * 60_000;

const waiting = createStore<ServiceWorker | null>(null);
let applying = false;

export const updates = {
  /** Whether a newer build is installed and waiting. */
  getState: () => waiting.get() !== null,
  subscribe: waiting.subscribe,
  /** Activates the newer build; the page reloads once its worker has taken control. */
  apply(): void {
    applying = true;
    waiting.get()?.postMessage({ type: 'SKIP_WAITING' });
  },
};

function setWaiting(worker: ServiceWorker | null): void {
  if (worker) waiting.set(worker);
}

function watch(registration: ServiceWorkerRegistration): void {
  // Checked when a worker starts installing: the first one replaces nothing, and may control this page before its last
  // event arrives.
  const follow = (worker: ServiceWorker | null) => {
    if (!worker || registration.active === null) return;
    if (worker.state === 'installed') setWaiting(worker);
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') setWaiting(worker);
    });
  };
  follow(registration.waiting);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
}

/**
 * A page loaded before the first worker took control, or by a hard reload, is uncontrolled, and its lazy chunks would
 * not load offline. The active worker claims it on request.
 */
function takeIn({ active }: ServiceWorkerRegistration): void {
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' });
}

/** Registers the service worker; call after the first paint. */
export async function startUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Tabs that did not ask for the update are not reloaded, as they may hold unsaved input.
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
    setInterval(check, CHECK_INTERVAL_MS);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') check();
    });
  } catch (error) {
    console.warn('The service worker for offline use could not be set up', error);
  }
}

/** Reloads once per build if a chunk is missing, as a deployment removes those of older builds. */
export function reloadOnChunkLoadError(): void {
  onChunkLoadError(() => {
    const mayLeave = navigator.onLine && !hasDirtyForms();
    if (mayLeave && mayReloadForChunk(sessionStorage, { build: import.meta.url, now: deviceNow() })) reloadPage();
  });
}

/** Offers a newer build, which is activated when the person agrees, and reloads a page whose chunks were removed. */
import { deviceNow } from '../../lib/clock.ts';
import { reloadPage } from '../../lib/page-reload.ts';
import { onChunkLoadError } from '../../lib/chunk-load-error.ts';
import { createStore } from '../../lib/store.ts';
import { hasDirtyForms } from '../../ui/form/dirty-forms.ts';
import { mayReloadForChunk } from './reload-guard.ts';

const isAvailable = createStore(false);
let activate = () => {};

export const updates = {
  /** Whether a newer build is installed and waiting. */
  getState: isAvailable.get,
  subscribe: isAvailable.subscribe,
  /** Activates the newer build; the page reloads once its worker has taken control. */
  apply: (): void => activate(),
};

/** Registers the service worker; call after the first paint. */
export async function startUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  try {
    const { registerServiceWorker } = await import('./service-worker.ts');
    activate = await registerServiceWorker(() => isAvailable.set(true));
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

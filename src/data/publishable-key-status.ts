/** Whether this device has ever been answered with this build's publishable key: then a key that is refused was revoked, else it was wrong from the start. */
import { backendSettings } from './settings.ts';

const NAME = 'muster.known-key';
let isNoted = false;

export function markKeyAccepted(): void {
  if (isNoted) return;
  isNoted = true;
  try {
    localStorage.setItem(NAME, backendSettings().publishableKey);
  } catch {
    // Without storage a revoked key looks like a wrong one.
  }
}

export function wasKeyAccepted(): boolean {
  try {
    return localStorage.getItem(NAME) === backendSettings().publishableKey;
  } catch {
    return false;
  }
}

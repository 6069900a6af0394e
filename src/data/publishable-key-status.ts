/**
 * Records whether this build's publishable key ever worked on this device: a key that is rejected later was revoked,
 * otherwise it was always wrong.
 */
import { backendSettings } from './settings.ts';

const NAME = 'muster.known-key';
let isNoted = false;

export function markKeyAccepted(): void {
  if (isNoted) return;
  isNoted = true;
  try {
    localStorage.setItem(NAME, backendSettings().publishableKey);
  } catch {
    // Without storage a revoked key is reported as a wrong one.
  }
}

export function wasKeyAccepted(): boolean {
  try {
    return localStorage.getItem(NAME) === backendSettings().publishableKey;
  } catch {
    return false;
  }
}

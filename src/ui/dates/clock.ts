/** The current time for components: one shared timer, stopped while nothing subscribes. */
import { useSyncExternalStore } from 'react';
import { now } from '../../lib/clock.ts';
import { createStore } from '../../lib/store.ts';

const TICK_MS = 15_000;
const clock = createStore(now());
let asking = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Updates the time at once, after the clock was corrected. */
export const refreshClock = (): void => clock.set(now());

function subscribe(listener: () => void): () => void {
  if (asking === 0) {
    refreshClock();
    timer = setInterval(refreshClock, TICK_MS);
    document.addEventListener('visibilitychange', refreshClock);
  }
  asking += 1;
  const stop = clock.subscribe(listener);
  return () => {
    stop();
    asking -= 1;
    if (asking > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', refreshClock);
  };
}

/** Returns the time in milliseconds, updated every 15 seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, clock.get);

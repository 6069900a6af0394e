/** The time as screens need it: one timer for all who ask, and none while nobody does. */
import { useSyncExternalStore } from 'react';
import { now } from '../../lib/clock.ts';
import { createStore } from '../../lib/store.ts';

const TICK = 15_000;
const clock = createStore(now());
let asking = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Shows the current time at once, for a clock that was just corrected. */
export const refreshClock = (): void => clock.set(now());

function subscribe(listener: () => void): () => void {
  if (asking === 0) {
    refreshClock();
    timer = setInterval(refreshClock, TICK);
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

/** The time in milliseconds, fresh to a quarter of a minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, clock.get);

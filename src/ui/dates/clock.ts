/** The time as screens need it: one timer for all who ask, and none while nobody does. */
import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';

const TICK = 15_000;
const clock = createStore(Date.now());
let asking = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const tick = () => clock.set(Date.now());

function subscribe(listener: () => void): () => void {
  if (asking === 0) {
    tick();
    timer = setInterval(tick, TICK);
    document.addEventListener('visibilitychange', tick);
  }
  asking += 1;
  const stop = clock.subscribe(listener);
  return () => {
    stop();
    asking -= 1;
    if (asking > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The time in milliseconds, fresh to a quarter of a minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, clock.get);

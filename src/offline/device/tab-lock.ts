import type { PassLock } from './ports.ts';

/**
 * Returns an in-tab lock. Without Web Locks two tabs may sync at once: wasteful but safe, as actions have ids and
 * pulls are fenced.
 */
export function tabLock(): PassLock {
  let holder: symbol | null = null;
  return {
    async run(task, { steal }) {
      if (holder !== null && !steal) return false;
      const self = Symbol('holder');
      holder = self;
      let isHeld = false;
      try {
        await task();
      } finally {
        // Another pass may have stolen the lock.
        isHeld = holder === self;
        if (isHeld) holder = null;
      }
      return isHeld;
    },
  };
}

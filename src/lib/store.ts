/** A value that others follow: the shape that `useSyncExternalStore` takes. */
export interface Store<T> {
  get(): T;
  /** Keeps `value` and tells everybody; the same value (`Object.is`) tells nobody. */
  set(value: T): void;
  /** Keeps `value` and tells nobody, as it looks the same: whoever renders next reads it. */
  setSilently(value: T): void;
  /** Calls back after each change. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      // A copy: who stops, or begins, while being told must not disturb the round.
      for (const listener of Array.from(listeners)) listener();
    },
    setSilently(next) {
      value = next;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

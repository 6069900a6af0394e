/** An observable value in the shape that `useSyncExternalStore` takes. */
export interface Store<T> {
  get(): T;
  /** Stores `value` and notifies listeners, unless it is the same value (`Object.is`). */
  set(value: T): void;
  /** Stores `value` without notifying, as nothing changes on screen; the next render reads it. */
  setSilently(value: T): void;
  /** Calls `listener` after each change. Returns the unsubscribe function. */
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
      // A copy, because listeners may subscribe or unsubscribe while they are called.
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

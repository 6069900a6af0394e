/** Containers for toasts: the page, or the topmost modal overlay, as everything behind that is inert. */
import { createStore } from '../../lib/store.ts';

const docks = createStore<readonly HTMLElement[]>([]);

export const topToastContainer = {
  getState: () => docks.get().at(-1) ?? null,
  subscribe: docks.subscribe,
};

/** Makes a container the topmost one. Returns a function that removes it. */
export function pushToastContainer(dock: HTMLElement): () => void {
  docks.set([...docks.get(), dock]);
  return () => docks.set(docks.get().filter((container) => container !== dock));
}

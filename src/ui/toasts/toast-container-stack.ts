/** Containers for toasts: the page, or the topmost modal overlay, as everything behind that is inert. */
import { createStore } from '../../lib/store.ts';

const containers = createStore<readonly HTMLElement[]>([]);

export const topToastContainer = {
  getState: () => containers.get().at(-1) ?? null,
  subscribe: containers.subscribe,
};

/** Makes a container the topmost one. Returns a function that removes it. */
export function pushToastContainer(container: HTMLElement): () => void {
  containers.set([...containers.get(), container]);
  return () => containers.set(containers.get().filter((other) => other !== container));
}

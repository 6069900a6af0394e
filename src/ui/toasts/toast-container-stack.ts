/** Where toasts are said and drawn: in the page, or in what lies over it, as all behind that is out of reach. */
import { createStore } from '../../lib/store.ts';

const docks = createStore<readonly HTMLElement[]>([]);

export const topToastContainer = {
  getState: () => docks.get().at(-1) ?? null,
  subscribe: docks.subscribe,
};

/** The last one that opened is the one; returns how to close it. */
export function pushToastContainer(dock: HTMLElement): () => void {
  docks.set([...docks.get(), dock]);
  return () => docks.set(docks.get().filter((one) => one !== dock));
}

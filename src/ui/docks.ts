/** Where toasts are said and drawn: in the page, or in what lies over it, as all behind that is out of reach. */

let docks: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]): void {
  docks = next;
  for (const listener of listeners) listener();
}

export const topDock = {
  getState: () => docks.at(-1) ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The last one that opened is the one; returns how to close it. */
export function openDock(dock: HTMLElement): () => void {
  set([...docks, dock]);
  return () => set(docks.filter((one) => one !== dock));
}

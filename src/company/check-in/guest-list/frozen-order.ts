/**
 * Keeps rows in place under the finger: a touched list keeps its rows until it has been idle for two seconds, and taps
 * right after a shift are ignored.
 */
import type { ListEntries } from '../../../domain/attendance-list.ts';
import { createStore, type Store } from '../../../lib/store.ts';

/** Milliseconds without a touch before the list may change. */
export const UNFREEZE_DELAY_MS = 2000;
export const FADE_MS = 150;
/** Milliseconds after a shift in which taps are ignored, because they were aimed at the old position. */
export const STRAY_TAP_MS = 400;

export interface FrozenOrderState {
  /** Key of the frozen list: filter, order and search. */
  listKey: string;
  frozen: ListEntries | null;
  fading: boolean;
}

export interface FrozenOrder extends Pick<Store<FrozenOrderState>, 'get' | 'subscribe'> {
  /** Called on touch, key press or scroll. */
  noteTouch(listKey: string, entries: ListEntries): void;
  /** Called when rows have changed position. */
  noteShift(): void;
  /** Whether a press that began `at` may hit the wrong row. */
  isStray(at: number): boolean;
  stop(): void;
}

const UNFROZEN: FrozenOrderState = { listKey: '', frozen: null, fading: false };

export function createFrozenOrder({ now, reducesMotion }: { now(): number; reducesMotion(): boolean }): FrozenOrder {
  const { get, set, setSilently, subscribe } = createStore(UNFROZEN);
  let shiftedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    set({ ...get(), fading: true });
    timer = setTimeout(() => set(UNFROZEN), reducesMotion() ? 0 : FADE_MS);
  };
  return {
    get,
    subscribe,
    noteTouch(listKey, entries) {
      clearTimeout(timer);
      timer = setTimeout(release, UNFREEZE_DELAY_MS);
      const state = get();
      if (state.frozen !== null && state.listKey === listKey && !state.fading) return;
      if (state.fading && state.listKey === listKey) set({ ...state, fading: false });
      // The list already renders these entries, so it need not render again.
      else setSilently({ listKey, frozen: entries, fading: false });
    },
    noteShift() {
      shiftedAt = now();
    },
    isStray: (at) => at - shiftedAt < STRAY_TAP_MS,
    stop() {
      clearTimeout(timer);
      setSilently(UNFROZEN);
    },
  };
}

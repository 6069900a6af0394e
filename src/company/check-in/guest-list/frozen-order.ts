/**
 * Nothing moves under a thumb. What a list showed when it was touched stays where it is until the list has been left alone
 * for two seconds; and a tap that comes right after something did move is not meant for what it hits.
 */
import type { ShownEntries } from '../../../domain/attendance-list.ts';
import { createStore, type Store } from '../../../lib/store.ts';

/** Milliseconds without a touch after which the list may move. */
export const UNFREEZE_DELAY_MS = 2000;
/** What goes, fades for so long. */
export const FADE_MS = 150;
/** A tap so soon after a shift was aimed at what stood there before. */
export const STRAY_TAP_MS = 400;

export interface FrozenOrderState {
  /** Which list is held: its filter, its order, its search. */
  of: string;
  held: ShownEntries | null;
  fading: boolean;
}

export interface FrozenOrder extends Pick<Store<FrozenOrderState>, 'get' | 'subscribe'> {
  /** A finger or a key is on the list, or it is scrolled. */
  touched(of: string, shown: ShownEntries): void;
  /** The rows have changed places. */
  moved(): void;
  /** Whether a press that began `at` hits something else than it was aimed at. */
  isStray(at: number): boolean;
  stop(): void;
}

const CALM: FrozenOrderState = { of: '', held: null, fading: false };

export function createFrozenOrder({ now, still }: { now(): number; still(): boolean }): FrozenOrder {
  const { get, set, setSilently, subscribe } = createStore(CALM);
  let movedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    set({ ...get(), fading: true });
    timer = setTimeout(() => set(CALM), still() ? 0 : FADE_MS);
  };
  return {
    get,
    subscribe,
    touched(of, shown) {
      clearTimeout(timer);
      timer = setTimeout(release, UNFREEZE_DELAY_MS);
      const state = get();
      if (state.held !== null && state.of === of && !state.fading) return;
      if (state.fading && state.of === of) set({ ...state, fading: false });
      else setSilently({ of, held: shown, fading: false });
    },
    moved() {
      movedAt = now();
    },
    isStray: (at) => at - movedAt < STRAY_TAP_MS,
    stop() {
      clearTimeout(timer);
      setSilently(CALM);
    },
  };
}

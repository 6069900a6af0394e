/**
 * Nothing moves under a thumb. What a list showed when it was touched stays where it is until the list has been left alone
 * for two seconds; and a tap that comes right after something did move is not meant for what it hits.
 */
import type { Shown } from '../../../domain/attendance-list.ts';
import { createStore, type Store } from '../../../lib/store.ts';

/** Milliseconds without a touch after which the list may move. */
export const QUIET = 2000;
/** What goes, fades for so long. */
export const FADE = 150;
/** A tap so soon after a shift was aimed at what stood there before. */
export const SETTLE = 400;

export interface Steady {
  /** Which list is held: its filter, its order, its search. */
  of: string;
  held: Shown | null;
  fading: boolean;
}

export interface SteadyList extends Pick<Store<Steady>, 'get' | 'subscribe'> {
  /** A finger or a key is on the list, or it is scrolled. */
  touched(of: string, shown: Shown): void;
  /** The rows have changed places. */
  moved(): void;
  /** Whether a press that began `at` hits something else than it was aimed at. */
  isStray(at: number): boolean;
  stop(): void;
}

const CALM: Steady = { of: '', held: null, fading: false };

export function createSteadyList({ now, still }: { now(): number; still(): boolean }): SteadyList {
  const { get, set, keep, subscribe } = createStore(CALM);
  let movedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    set({ ...get(), fading: true });
    timer = setTimeout(() => set(CALM), still() ? 0 : FADE);
  };
  return {
    get,
    subscribe,
    touched(of, shown) {
      clearTimeout(timer);
      timer = setTimeout(release, QUIET);
      const state = get();
      if (state.held !== null && state.of === of && !state.fading) return;
      if (state.fading && state.of === of) set({ ...state, fading: false });
      else keep({ of, held: shown, fading: false });
    },
    moved() {
      movedAt = now();
    },
    isStray: (at) => at - movedAt < SETTLE,
    stop() {
      clearTimeout(timer);
      keep(CALM);
    },
  };
}

/**
 * Nothing moves under a thumb. What a list showed when it was touched stays where it is until the list has been left alone
 * for two seconds; and a tap that comes right after something did move is not meant for what it hits.
 */
import type { Shown } from '../../domain/attendance-list.ts';

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

export interface SteadyList {
  subscribe(listener: () => void): () => void;
  get(): Steady;
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
  let state = CALM;
  let movedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const set = (next: Steady) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const release = () => {
    set({ ...state, fading: true });
    timer = setTimeout(() => set(CALM), still() ? 0 : FADE);
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => state,
    touched(of, shown) {
      clearTimeout(timer);
      timer = setTimeout(release, QUIET);
      if (state.held !== null && state.of === of && !state.fading) return;
      // Nobody need be told of what looks the same: whoever renders next reads it.
      if (state.fading && state.of === of) set({ ...state, fading: false });
      else state = { of, held: shown, fading: false };
    },
    moved() {
      movedAt = now();
    },
    isStray: (at) => at - movedAt < SETTLE,
    stop() {
      clearTimeout(timer);
      state = CALM;
    },
  };
}

/**
 * Short messages at the bottom right that close automatically. Their renderer loads after the first paint, or with the
 * first toast.
 */
import { createStore } from '../../lib/store.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { PHONE } from '../theme/breakpoints.ts';

export interface Toast {
  intent: 'success' | 'info' | 'warning' | 'error' | 'loading';
  text: string;
  detail?: string;
  action?: { label: string; onSelect: () => void };
  /** Milliseconds, 4000 by default; a loading one stays open. */
  duration?: number;
  /** A toast with the same id is replaced. */
  id?: string;
}

export interface ActiveToast extends Toast {
  id: string;
  leaving: boolean;
}

/**
 * Constants of section 9 of the specification. Times in milliseconds, lengths in pixels, speed in pixels per
 * millisecond.
 */
export const TOASTS = {
  position: 'bottom-right',
  visibleToasts: 3,
  gap: 14,
  width: 356,
  offset: 32,
  duration: 4000,
  removalDelay: 200,
  swipe: 20,
  swipeSpeed: 0.11,
  hotkey: ['altKey', 'KeyT'],
} as const;

export const TOAST_HEIGHT_PX = 48;

interface Clock {
  remaining: number;
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Newest first. */
const store = createStore<readonly ActiveToast[]>([]);
const clocks = new Map<string, Clock>();
let isPaused = false;
let lastId = 0;

export const toasts = { getState: store.get, subscribe: store.subscribe };

/** On a phone a stack would cover the rows to be tapped next. */
const maxVisible = () => (matchMedia(PHONE).matches ? 1 : TOASTS.visibleToasts);

function run(id: string): void {
  const clock = clocks.get(id);
  if (!clock || isPaused || !Number.isFinite(clock.remaining)) return;
  clock.startedAt = performance.now();
  clock.timer = setTimeout(() => leave(id), clock.remaining);
}

/** Pauses or resumes the timers, while the pointer or the focus is on a toast. */
export function pauseToasts(paused: boolean): void {
  if (paused === isPaused) return;
  isPaused = paused;
  for (const [id, clock] of clocks) {
    clearTimeout(clock.timer);
    if (!paused) run(id);
    else if (clock.startedAt > 0)
      clock.remaining = Math.max(0, clock.remaining - (performance.now() - clock.startedAt));
  }
}

/** Starts to fade a toast out; it takes no more taps. */
function leave(id: string): void {
  if (!store.get().some((toast) => toast.id === id && !toast.leaving)) return;
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
  store.set(store.get().map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)));
  setTimeout(() => store.set(store.get().filter((toast) => toast.id !== id || !toast.leaving)), TOASTS.removalDelay);
}

/** Milliseconds. */
const MAX_IDLE_WAIT_MS = 300;
const idle = () => new Promise<void>((resolve) => void whenIdle(resolve, { within: MAX_IDLE_WAIT_MS }));

/** Toasts that were dismissed before they were shown. */
const cancelled = new WeakSet<Toast>();
let pending: readonly Toast[] = [];

/** Shows a toast after the change it reports has been painted. */
export async function showToast(toast: Toast): Promise<void> {
  pending = [...pending, toast];
  await idle();
  pending = pending.filter((waiting) => waiting !== toast);
  if (cancelled.has(toast)) return;
  const id = toast.id ?? `toast-${(lastId += 1)}`;
  clearTimeout(clocks.get(id)?.timer);
  store.set([{ ...toast, id, leaving: false }, ...store.get().filter((open) => open.id !== id)]);
  clocks.set(id, {
    remaining: toast.duration ?? (toast.intent === 'loading' ? Number.POSITIVE_INFINITY : TOASTS.duration),
    startedAt: 0,
    timer: undefined,
  });
  run(id);
  // Errors and loading toasts stay until they are closed; the oldest of the others make room.
  const passing = store
    .get()
    .filter((toast) => !toast.leaving && toast.intent !== 'error' && toast.intent !== 'loading');
  for (const old of passing.slice(maxVisible())) leave(old.id);
}

/** Dismisses a toast, or all of them, as when an overlay opens that they would cover. */
export function dismissToast(id?: string): void {
  for (const toast of pending) if (id === undefined || toast.id === id) cancelled.add(toast);
  if (id !== undefined) return leave(id);
  // Without the fade, which would run on top of the overlay.
  for (const { timer } of clocks.values()) clearTimeout(timer);
  clocks.clear();
  if (store.get().length > 0) store.set([]);
}

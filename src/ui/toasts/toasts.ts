/** Short words at the bottom right that go by themselves. What draws them comes after the first paint, or with the first of them. */
import { createStore } from '../../lib/store.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { PHONE } from '../theme/breakpoints.ts';

export interface Toast {
  intent: 'success' | 'info' | 'warning' | 'error' | 'loading';
  text: string;
  detail?: string;
  action?: { label: string; onSelect: () => void };
  /** Milliseconds; 4000 if not said, a loading one stays. */
  duration?: number;
  /** Another toast of the same id takes its place. */
  id?: string;
}

export interface ShownToast extends Toast {
  id: string;
  leaving: boolean;
}

/** The constants of section 9 of the specification. Times in milliseconds, lengths in pixels, speed in pixels a millisecond. */
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

/** One line of 48 px. */
export const TOAST_HEIGHT = 48;

interface Clock {
  left: number;
  since: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Newest first. */
const store = createStore<readonly ShownToast[]>([]);
const clocks = new Map<string, Clock>();
let held = false;
let made = 0;

export const toasts = { getState: store.get, subscribe: store.subscribe };

/** On a phone a pile of them would lie upon the rows that are tapped next. */
const most = () => (matchMedia(PHONE).matches ? 1 : TOASTS.visibleToasts);

function run(id: string): void {
  const clock = clocks.get(id);
  if (!clock || held || !Number.isFinite(clock.left)) return;
  clock.since = performance.now();
  clock.timer = setTimeout(() => leave(id), clock.left);
}

/** Whoever reads or reaches for one has the time: the clocks stand while the pointer or the focus is on them. */
export function pauseToasts(hold: boolean): void {
  if (hold === held) return;
  held = hold;
  for (const [id, clock] of clocks) {
    clearTimeout(clock.timer);
    if (!hold) run(id);
    else if (clock.since > 0) clock.left = Math.max(0, clock.left - (performance.now() - clock.since));
  }
}

/** Begins to take one away; it fades for a moment and takes no more taps. */
function leave(id: string): void {
  if (!store.get().some((one) => one.id === id && !one.leaving)) return;
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
  store.set(store.get().map((one) => (one.id === id ? { ...one, leaving: true } : one)));
  setTimeout(() => store.set(store.get().filter((one) => one.id !== id || !one.leaving)), TOASTS.removalDelay);
}

/** Milliseconds. */
const AT_THE_LATEST = 300;
const idle = () => new Promise<void>((resolve) => void whenIdle(resolve, { within: AT_THE_LATEST }));

/** Those that were taken back before they were shown. */
const cancelled = new WeakSet<Toast>();
let coming: readonly Toast[] = [];

/** Shows a toast once what it speaks of is painted. */
export async function showToast(toast: Toast): Promise<void> {
  coming = [...coming, toast];
  await idle();
  coming = coming.filter((one) => one !== toast);
  if (cancelled.has(toast)) return;
  const id = toast.id ?? `toast-${(made += 1)}`;
  clearTimeout(clocks.get(id)?.timer);
  store.set([{ ...toast, id, leaving: false }, ...store.get().filter((one) => one.id !== id)]);
  clocks.set(id, {
    left: toast.duration ?? (toast.intent === 'loading' ? Number.POSITIVE_INFINITY : TOASTS.duration),
    since: 0,
    timer: undefined,
  });
  run(id);
  // What went wrong and what is still under way stay until they are done with; the rest gives way, oldest first.
  const passing = store.get().filter((one) => !one.leaving && one.intent !== 'error' && one.intent !== 'loading');
  for (const old of passing.slice(most())) leave(old.id);
}

/** Takes a toast back, or all of them: what opens over the page must not be covered. */
export function dismissToast(id?: string): void {
  for (const one of coming) if (id === undefined || one.id === id) cancelled.add(one);
  if (id !== undefined) return leave(id);
  // At once: what opens now is not to have them fade upon it.
  for (const { timer } of clocks.values()) clearTimeout(timer);
  clocks.clear();
  if (store.get().length > 0) store.set([]);
}

/**
 * Short messages at the bottom right that close automatically. Sonner shows them (`toaster.tsx`); its code loads after
 * the first paint, or with the first toast.
 */
import { createStore } from '../../lib/store.ts';
import { whenIdle } from '../../lib/when-idle.ts';

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

export interface IdentifiedToast extends Toast {
  id: string;
}

export interface ToastRenderer {
  show(toast: IdentifiedToast): void;
  /** Dismisses a toast, or all of them at once. */
  dismiss(id?: string): void;
}

/**
 * Constants of section 9 of the specification that are passed to Sonner, in milliseconds and pixels. The others (swipe
 * of 20 px or 0.11 px/ms, removal after 200 ms) are Sonner's own.
 */
export const TOASTS = {
  position: 'bottom-right',
  visibleToasts: 3,
  gap: 14,
  width: 356,
  offset: 32,
  duration: 4000,
  hotkey: ['altKey', 'KeyT'],
} as const;

/** Milliseconds. */
const MAX_IDLE_WAIT_MS = 300;
const idle = () => new Promise<void>((resolve) => void whenIdle(resolve, { within: MAX_IDLE_WAIT_MS }));

/** Toasts that wait for the change they report to be painted. */
const pending = new Set<IdentifiedToast>();
/** Toasts that wait for the renderer, oldest first. */
const queue = createStore<readonly (IdentifiedToast & { queuedAt: number })[]>([]);
let renderer: ToastRenderer | null = null;
let lastId = 0;

export const queuedToasts = { getState: queue.get, subscribe: queue.subscribe };

/** Shows a toast after the change it reports has been painted. */
export async function showToast(toast: Toast): Promise<void> {
  const identified = { ...toast, id: toast.id ?? `toast-${(lastId += 1)}` };
  pending.add(identified);
  await idle();
  // Dismissed while waiting.
  if (!pending.delete(identified)) return;
  if (renderer) renderer.show(identified);
  else
    queue.set([
      ...queue.get().filter(({ id }) => id !== identified.id),
      { ...identified, queuedAt: performance.now() },
    ]);
}

/** Dismisses a toast, or all of them, as when an overlay opens that they would cover. */
export function dismissToast(id?: string): void {
  const isOther = (toast: IdentifiedToast) => id !== undefined && toast.id !== id;
  for (const toast of pending) if (!isOther(toast)) pending.delete(toast);
  if (!queue.get().every(isOther)) queue.set(queue.get().filter(isOther));
  renderer?.dismiss(id);
}

/** Passes queued and later toasts to the renderer. Returns a function that stops it. */
export function setToastRenderer(next: ToastRenderer): () => void {
  renderer = next;
  const now = performance.now();
  for (const { queuedAt, ...toast } of queue.get()) {
    // Without a network the renderer may load late. A toast that would have closed by now is dropped.
    const isCurrent = toast.intent === 'loading' || now - queuedAt < (toast.duration ?? TOASTS.duration);
    if (isCurrent) next.show(toast);
  }
  queue.set([]);
  return () => {
    if (renderer === next) renderer = null;
  };
}

/** Short words at the bottom right that go by themselves. Sonner's code comes after the first paint, or with the first toast. */
import { whenIdle } from '../lib/when-idle.ts';
import { PHONE } from './theme/breakpoints.ts';

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

/** The constants of section 9 of the specification. */
export const TOASTS = {
  position: 'bottom-right',
  visibleToasts: 3,
  gap: 14,
  width: 356,
  offset: 32,
  duration: 4000,
  hotkey: ['altKey', 'KeyT'],
} as const;

type Shower = typeof import('sonner').toast;

let hostReady: (toast: Shower) => void = () => undefined;
const host = new Promise<Shower>((resolve) => {
  hostReady = resolve;
});
const wanting = new Set<() => void>();
let isWanted = false;

/** For the host: told once, when the first toast is wanted. */
export function onToastsWanted(listener: () => void): () => void {
  if (isWanted) listener();
  else wanting.add(listener);
  return () => void wanting.delete(listener);
}

/** For the host: it is mounted and `toast` shows what comes. */
export function toastHostMounted(toast: Shower): void {
  hostReady(toast);
}

/** On a phone a pile of them would lie upon the rows that are tapped next. */
const mostPassing = () => (matchMedia(PHONE).matches ? 1 : TOASTS.visibleToasts);

let made = 0;
/** The toasts that may give way to newer ones, oldest first. */
let passing: string[] = [];

/** Shows a toast as soon as its code is here; what it speaks of is painted first. */
export async function showToast({ intent, text, detail, action, duration, id: given }: Toast): Promise<void> {
  isWanted = true;
  for (const listener of wanting) listener();
  wanting.clear();
  const [toast] = await Promise.all([host, idle()]);
  const id = given ?? `toast-${(made += 1)}`;
  if (intent !== 'error' && intent !== 'loading') {
    // Sonner keeps and measures those that nobody can see any more: a guide's thirtieth tap took four times the first one's time.
    passing = [...passing.filter((one) => one !== id), id];
    for (const old of passing.splice(0, passing.length - mostPassing())) toast.dismiss(old);
  }
  toast[intent](text, {
    ...(detail === undefined ? {} : { description: detail }),
    ...(action ? { action: { label: action.label, onClick: () => action.onSelect() } } : {}),
    duration: duration ?? (intent === 'loading' ? Number.POSITIVE_INFINITY : TOASTS.duration),
    id,
  });
}

/** Milliseconds. */
const AT_THE_LATEST = 300;

const idle = () => new Promise<void>((resolve) => void whenIdle(resolve, { within: AT_THE_LATEST }));

/** Takes a toast back, or all of them: what opens over the page must not be covered. Nothing to do while none was shown. */
export async function dismissToast(id?: string): Promise<void> {
  if (!isWanted) return;
  (await host).dismiss(id);
}

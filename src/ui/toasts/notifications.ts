/** One notification at a time (specification, section 9); a new one replaces it. */
import type { ReactNode } from 'react';
import { createStore } from '../../lib/store.ts';

export interface NotificationAction {
  label: ReactNode;
  onSelect: () => void;
}

export interface Notification {
  intent: 'info' | 'success' | 'warning' | 'error' | 'loading';
  /** Use a `FormattedMessage` for a long-lived one, so that it follows the language. */
  title: ReactNode;
  text?: ReactNode;
  action?: NotificationAction;
  /** Milliseconds until it closes; a loading one and `Infinity` stay open. */
  duration?: number;
}

export const NOTIFICATION_DURATION_MS = 4000;

export interface ShownNotification extends Notification {
  id: number;
}

const store = createStore<ShownNotification | null>(null);
let lastId = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function set(next: ShownNotification | null): void {
  clearTimeout(timer);
  const duration = next?.duration ?? NOTIFICATION_DURATION_MS;
  if (next && next.intent !== 'loading' && Number.isFinite(duration))
    timer = setTimeout(() => dismiss(next.id), duration);
  store.set(next);
}

/** Shows a notification. Returns its id for `dismiss`. */
export function notify(notification: Notification): number {
  lastId += 1;
  set({ ...notification, id: lastId });
  return lastId;
}

/** Closes the notification if it is still shown. */
export function dismiss(id: number): void {
  if (store.get()?.id === id) set(null);
}

export const notifications = { getState: store.get, subscribe: store.subscribe };

/**
 * Subscribes to a booking's change events while its page is visible: the minimum of Realtime's protocol for one private
 * channel (docs/protocol.md). Events only refetch earlier than the polling interval; without a socket the polling
 * remains.
 */
import { deviceNow } from '../../lib/clock.ts';
import { backendSettings } from '../../data/settings.ts';

/** Realtime disconnects clients that are silent for a minute. */
const HEARTBEAT_MS = 25_000;
/** Events that come together refetch once. */
const MIN_DELAY_MS = 200;
/** Random further delay, as all guests of a departure get an event at once. */
const MAX_SPREAD_MS = 1000;
/** Throttle in milliseconds. */
const MIN_REFETCH_INTERVAL_MS = 5000;
const [FIRST_RETRY_MS, MAX_RETRY_MS] = [5000, 120_000];

type Timer = ReturnType<typeof setTimeout> | undefined;

function throttleRefetch(refetch: () => void) {
  let due: Timer;
  let calmUntil = 0;
  return {
    request() {
      if (due) return;
      due = setTimeout(
        () => {
          due = undefined;
          calmUntil = deviceNow() + MIN_REFETCH_INTERVAL_MS;
          refetch();
        },
        Math.max(calmUntil - deviceNow(), 0) + MIN_DELAY_MS + Math.random() * MAX_SPREAD_MS,
      );
    },
    cancel() {
      clearTimeout(due);
      due = undefined;
    },
  };
}

export function subscribeToBooking(booking: string, refetch: () => void): () => void {
  const topic = `realtime:booking:${booking}`;
  let socket: WebSocket | null = null;
  let heartbeat: Timer;
  let retry: Timer;
  let wait = FIRST_RETRY_MS;
  const refetchSoon = throttleRefetch(refetch);

  const close = () => {
    clearInterval(heartbeat);
    clearTimeout(retry);
    refetchSoon.cancel();
    retry = undefined;
    const was = socket;
    socket = null;
    was?.close();
  };

  const onLost = (which: WebSocket | null) => {
    if (which !== socket) return;
    close();
    retry = setTimeout(open, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, MAX_RETRY_MS);
  };

  function open() {
    if (socket || document.visibilityState !== 'visible') return;
    clearTimeout(retry);
    const { url, publishableKey } = backendSettings();
    const key = encodeURIComponent(publishableKey);
    let newSocket: WebSocket;
    try {
      newSocket = new WebSocket(`${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`);
    } catch {
      // An older browser, or a policy that blocks sockets.
      return;
    }
    socket = newSocket;
    const send = (to: string, event: string, payload: object) =>
      newSocket.send(JSON.stringify({ topic: to, event, payload, ref: event, join_ref: '1' }));
    newSocket.onopen = () => {
      send(topic, 'phx_join', { config: { private: true, broadcast: {}, presence: { key: '' } } });
      heartbeat = setInterval(() => send('phoenix', 'heartbeat', {}), HEARTBEAT_MS);
    };
    newSocket.onmessage = ({ data }) => {
      const message = read(data);
      if (newSocket !== socket || message?.topic !== topic) return;
      const { event, payload } = message;
      if (event === 'broadcast') refetchSoon.request();
      else if (event === 'phx_close' || event === 'phx_error' || payload?.status === 'error') onLost(newSocket);
      else if (event === 'phx_reply') wait = FIRST_RETRY_MS;
    };
    newSocket.onclose = () => onLost(newSocket);
  }

  // Becoming visible also refetches (src/booking/ui/use-refetch-on-focus.ts).
  const onVisibilityChange = () => (document.visibilityState === 'visible' ? open() : close());
  document.addEventListener('visibilitychange', onVisibilityChange);
  open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    close();
  };
}

interface Message {
  topic?: string;
  event?: string;
  payload?: { status?: string };
}

function read(data: unknown): Message | null {
  try {
    return JSON.parse(String(data)) as Message | null;
  } catch {
    return null;
  }
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setClockOffset } from '../../lib/clock.ts';
import { subscribeToBooking } from './subscribe-to-booking.ts';

const BOOKING = '5d3b7c1e-0000-4000-8000-000000000001';
const TOPIC = `realtime:booking:${BOOKING}`;

class FakeSocket {
  static made: FakeSocket[] = [];
  static get open() {
    return FakeSocket.made.filter((created) => !created.isClosed);
  }
  sent: { topic: string; event: string; payload: object }[] = [];
  isClosed = false;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as FakeSocket['sent'][number]);
  }
  close() {
    this.isClosed = true;
  }
  drop() {
    this.isClosed = true;
    this.onclose?.();
  }
  receive(event: string, payload: object = {}, topic = TOPIC) {
    this.onmessage?.({ data: JSON.stringify({ topic, event, payload, ref: null }) });
  }
}

const page = { isVisible: true, listeners: new Set<() => void>() };
const show = (isVisible: boolean) => {
  page.isVisible = isVisible;
  for (const listener of page.listeners) listener();
};
beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  page.isVisible = true;
  page.listeners.clear();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('document', {
    get visibilityState() {
      return page.isVisible ? 'visible' : 'hidden';
    },
    addEventListener: (_: string, listener: () => void) => page.listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => page.listeners.delete(listener),
  });
});
afterEach(() => {
  setClockOffset(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function listening() {
  const refetch = vi.fn<() => void>();
  const stop = subscribeToBooking(BOOKING, refetch);
  const socket = FakeSocket.made[0]!;
  socket.onopen?.();
  return { refetch, stop, socket };
}

test('joins the booking’s private channel, sends heartbeats, and refetches soon after an event', () => {
  const { refetch, socket } = listening();
  expect(socket.url).toMatch(/^ws.*\/realtime\/v1\/websocket\?apikey=[^&]+&vsn=1\.0\.0$/);
  expect(socket.sent).toMatchObject([{ topic: TOPIC, event: 'phx_join', payload: { config: { private: true } } }]);
  vi.advanceTimersByTime(25_000);
  expect(socket.sent[1]).toMatchObject({ topic: 'phoenix', event: 'heartbeat' });
  socket.receive('broadcast', {}, 'realtime:booking:another');
  socket.onmessage?.({ data: 'no message' });
  vi.advanceTimersByTime(2000);
  expect(refetch).not.toHaveBeenCalled();
  socket.receive('broadcast');
  vi.advanceTimersByTime(1250);
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('spreads refetches after an event seen by many pages', () => {
  const at = Array.from({ length: 40 }, () => {
    const began = Date.now();
    let looked = 0;
    const stop = subscribeToBooking(BOOKING, () => (looked = Date.now() - began));
    FakeSocket.made.at(-1)!.receive('broadcast');
    vi.advanceTimersByTime(1250);
    stop();
    return looked;
  });
  expect(Math.min(...at)).toBeGreaterThanOrEqual(200);
  expect(Math.max(...at) - Math.min(...at)).toBeGreaterThan(500);
});

test('throttles a stream of events to one refetch in five seconds and one after the last', () => {
  const { refetch, socket } = listening();
  for (let n = 0; n < 200; n += 1) {
    socket.receive('broadcast');
    vi.advanceTimersByTime(100);
  }
  expect(refetch.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(refetch.mock.calls.length).toBeLessThanOrEqual(4);
  const before = refetch.mock.calls.length;
  vi.advanceTimersByTime(20_000);
  expect(refetch.mock.calls.length - before).toBeLessThanOrEqual(1);
});

test('keeps the five-second throttle when the clock is corrected by an hour', () => {
  const { refetch, socket } = listening();
  socket.receive('broadcast');
  vi.advanceTimersByTime(2000);
  setClockOffset(3_600_000);
  socket.receive('broadcast');
  vi.advanceTimersByTime(7000);
  expect(refetch).toHaveBeenCalledTimes(2);
});

test('closes the socket while the page is hidden, and reopens it when visible', () => {
  const { refetch, stop, socket } = listening();
  socket.receive('broadcast');
  show(false);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.open).toEqual([]);
  expect(refetch).not.toHaveBeenCalled();
  show(true);
  expect(FakeSocket.open).toHaveLength(1);
  stop();
  show(true);
  expect(FakeSocket.open).toEqual([]);
  expect(page.listeners.size).toBe(0);
});

test('reconnects with backoff, and never opens two sockets at once', () => {
  listening();
  const socketCount = () => FakeSocket.made.length;
  for (let n = 0; n < 60; n += 1) {
    if (FakeSocket.open.length > 0) FakeSocket.open[0]!.drop();
    vi.advanceTimersByTime(10_000);
    expect(FakeSocket.open.length).toBeLessThanOrEqual(1);
  }
  // In ten minutes.
  expect(socketCount()).toBeGreaterThan(4);
  expect(socketCount()).toBeLessThan(16);
  FakeSocket.open[0]?.drop();
  vi.advanceTimersByTime(200_000);
  const [last] = FakeSocket.open;
  last!.receive('phx_reply', { status: 'ok' });
  last!.receive('phx_close');
  vi.advanceTimersByTime(7500);
  expect(FakeSocket.open).toHaveLength(1);
  expect(last!.isClosed).toBe(true);
});

test('does nothing without WebSocket support', () => {
  vi.stubGlobal('WebSocket', undefined);
  const refetch = vi.fn<() => void>();
  const stop = subscribeToBooking(BOOKING, refetch);
  vi.advanceTimersByTime(600_000);
  stop();
  expect(refetch).not.toHaveBeenCalled();
});

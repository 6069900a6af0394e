import { expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

it('notifies listeners of changes only', () => {
  const store = createStore(1);
  const received = vi.fn<() => void>();
  const stop = store.subscribe(received);
  store.set(1);
  expect(received).not.toHaveBeenCalled();
  store.set(2);
  expect([store.get(), received.mock.calls.length]).toEqual([2, 1]);
  stop();
  store.set(3);
  expect(received).toHaveBeenCalledOnce();
});

it('lets a listener unsubscribe while it is called', () => {
  const store = createStore('a');
  const second = vi.fn<() => void>();
  const stop = store.subscribe(() => stop());
  store.subscribe(second);
  store.set('b');
  store.set('c');
  expect(second).toHaveBeenCalledTimes(2);
});

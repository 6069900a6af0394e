import { beforeEach, expect, it } from 'vitest';
import { MIN_RELOAD_INTERVAL_MS, mayReload, mayReloadForChunk, type Store } from './reload-guard.ts';

let store: Store;
beforeEach(() => {
  const items = new Map<string, string>();
  store = { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
});

it('reloads at most once in ten seconds', () => {
  expect(MIN_RELOAD_INTERVAL_MS).toBe(10_000);
  expect(mayReload(store, 1_000_000)).toBe(true);
  expect(mayReload(store, 1_009_999)).toBe(false);
  expect(mayReload(store, 1_010_000)).toBe(true);
});

it('is not blocked by a clock that was set back', () => {
  expect(mayReload(store, 2_000_000)).toBe(true);
  expect(mayReload(store, 1_000_000)).toBe(true);
});

it('reloads for a missing chunk once per build, however late', () => {
  expect(mayReloadForChunk(store, { build: 'a', now: 0 })).toBe(true);
  expect(mayReloadForChunk(store, { build: 'a', now: 3_600_000 })).toBe(false);
  expect(mayReloadForChunk(store, { build: 'b', now: 3_600_000 })).toBe(true);
});

it('does not use up a build’s reload while the interval blocks it', () => {
  expect(mayReload(store, 1_000_000)).toBe(true);
  expect(mayReloadForChunk(store, { build: 'a', now: 1_000_001 })).toBe(false);
  expect(mayReloadForChunk(store, { build: 'a', now: 1_020_000 })).toBe(true);
});

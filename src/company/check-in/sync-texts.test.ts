import { expect, test } from 'vitest';
import type { SyncState } from '../../offline/views.ts';
import { isClockWrong, refusalText, syncWords } from './sync-texts.ts';

const state = (more: Partial<SyncState> = {}): SyncState => ({
  syncing: false,
  network: 'online',
  waiting: 0,
  parked: 0,
  pulledAt: '2026-05-01T07:00:00.000Z',
  failure: null,
  clockOffset: 0,
  persisted: true,
  storageWasCleared: false,
  ...more,
});

test.each<[Partial<SyncState>, string]>([
  [{}, 'checkIn.sync.allSaved'],
  [{ waiting: 3 }, 'checkIn.sync.waiting'],
  [{ waiting: 3, network: 'offline' }, 'checkIn.sync.waitingOffline'],
  [{ waiting: 3, network: 'unreachable' }, 'checkIn.sync.waitingOffline'],
  [{ network: 'offline' }, 'checkIn.sync.offline'],
  [{ parked: 1, waiting: 3, network: 'offline' }, 'checkIn.sync.needsYou'],
  [{ failure: 'signed_out', waiting: 3 }, 'checkIn.sync.signedOut'],
  [{ failure: 'storage_full' }, 'checkIn.sync.storage'],
  [{ pulledAt: null }, 'checkIn.sync.fetching'],
])('%j reads as %s', (more, id) => {
  expect(syncWords(state(more)).id).toBe(id);
});

test('never says that all is saved while something waits or needs somebody', () => {
  for (const network of ['online', 'offline', 'unreachable'] as const) {
    for (const more of [{ waiting: 1 }, { parked: 1 }, { failure: 'storage_failed' as const }]) {
      expect(syncWords(state({ network, ...more })).icon).not.toBe('saved');
    }
  }
});

test('warns of a clock that is more than two minutes off, either way', () => {
  expect(isClockWrong(state({ clockOffset: 119_000 }))).toBe(false);
  expect(isClockWrong(state({ clockOffset: -121_000 }))).toBe(true);
  expect(isClockWrong(state({ clockOffset: null }))).toBe(false);
});

test('a refusal that this build does not know has words all the same', () => {
  expect(refusalText('from_the_future')).toBe('checkIn.refusal.malformed');
});

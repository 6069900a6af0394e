import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMPANY } from '../testing/office.ts';
import { stopAll, syncedDevice, type SyncFixture } from '../testing/synced-device.ts';
import { startOffline, stopOffline } from './current-engine.ts';
import {
  MAX_DRAFT_CHARACTERS,
  MAX_DRAFT_AGE_MS,
  deleteFormDraft,
  readFormDraft,
  writeFormDraft,
} from './form-drafts.ts';

const startEngine = vi.hoisted(() => vi.fn());
vi.mock('./start-engine.ts', () => ({ startEngine }));

let device: SyncFixture;
beforeEach(async () => {
  device = await syncedDevice();
  startEngine.mockResolvedValue({ engine: device.engine, stopWatching: () => {} });
});
afterEach(async () => {
  await stopOffline();
  await stopAll();
});
const start = () => startOffline(device.engine.userId, COMPANY);

describe('form drafts', () => {
  const draft = (values: unknown, at = 0) => ({ key: 'form', owner: COMPANY, at, values });
  test('are stored until they are too old, too large or deleted', async () => {
    await start();
    vi.useFakeTimers({ toFake: ['Date'], now: MAX_DRAFT_AGE_MS });
    expect(await writeFormDraft(draft({ name: 'x' }, 1))).toBe(true);
    expect(await readFormDraft('form')).toEqual(draft({ name: 'x' }, 1));
    vi.setSystemTime(MAX_DRAFT_AGE_MS + 1);
    expect(await readFormDraft('form')).toBeNull();
    vi.useRealTimers();
    expect(await writeFormDraft(draft('x'.repeat(MAX_DRAFT_CHARACTERS - 1)))).toBe(false);
    expect(await writeFormDraft(draft('x'.repeat(MAX_DRAFT_CHARACTERS - 2), 7))).toBe(true);
    expect((await device.engine.db.formDrafts.get('form'))!.at).toBe(7);
    await deleteFormDraft('form');
    expect(await readFormDraft('form')).toBeNull();
  });

  test('are deleted when they are too old and another is stored', async () => {
    await start();
    await writeFormDraft({ ...draft('x', 1), key: 'abandoned' });
    await writeFormDraft(draft('x', MAX_DRAFT_AGE_MS + 1));
    expect(await device.engine.db.formDrafts.count()).toBe(2);
    await writeFormDraft(draft('x', MAX_DRAFT_AGE_MS + 2));
    await expect.poll(() => device.engine.db.formDrafts.toCollection().primaryKeys()).toEqual(['form']);
  });
});

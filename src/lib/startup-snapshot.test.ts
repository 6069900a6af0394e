import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** Loads the module as a separate tab does. */
async function tab() {
  vi.resetModules();
  return import('./startup-snapshot.ts');
}

test('a tab deletes another tab’s snapshot even after it has deleted one before', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  const picture = {
    userId: 'u',
    companyId: 'c',
    place: '/check-in',
    isHome: true,
    from: 0,
    until: 1,
    html: '',
    look: '',
  };
  const [first, second] = [await tab(), await tab()];
  for (const drop of [
    () => first.deleteStartupSnapshot(),
    () => first.keepStartupSnapshotOf(null),
    () => first.keepStartupSnapshotOf({ userId: 'u', companyId: 'another' }),
  ]) {
    first.deleteStartupSnapshot();
    second.saveStartupSnapshot(picture);
    expect(stored.size).toBe(1);
    drop();
    expect(stored.size).toBe(0);
  }
});

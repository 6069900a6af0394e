/** A page that is left in the middle of something: nothing of it stays, and nothing that was committed goes. */
import { afterEach, expect, test } from 'vitest';
import { endTransactions } from './end-with-page.ts';
import { settle } from './testing/devices.ts';
import { guestRef } from './testing/office.ts';
import { here, place, queued, start, stopAll, tap, world } from './testing/world.ts';

afterEach(stopAll);

test('a transaction that never ends is taken back, and the next page writes at once', async () => {
  const { device, engine } = await world();
  const page = { left: false };
  const endless = engine.db
    .transaction('rw', engine.db.outbox, engine.db.meta, async () => {
      while (!page.left) await engine.db.outbox.get('nobody');
    })
    .catch((error: Error) => error.name);
  await settle(3);
  expect(endTransactions()).toBe(1);
  const next = await start(device);
  await tap(next, 1);
  expect(await queued(next)).toHaveLength(1);
  page.left = true;
  expect(await endless).toBe('AbortError');
});

test('wherever a tap is cut off, it is stored exactly when it was said to be', { timeout: 60_000 }, async () => {
  const outcomes = new Set<boolean>();
  for (let turns = 0; turns < 12; turns += 1) {
    const { device, engine } = await world();
    await tap(engine, 1);
    const said = engine.mutations.checkIn({ ...place, guests: [guestRef(2)], method: 'tap' }).then((result) => result.ok);
    await settle(turns);
    endTransactions();
    const ok = await said;
    outcomes.add(ok);
    const next = await start(device);
    expect(await queued(next)).toHaveLength(ok ? 2 : 1);
    expect(await here(next)).toBe(ok ? 2 : 1);
    await stopAll();
  }
  // Both were met: cut off before the commit, and after it.
  expect(outcomes).toEqual(new Set([true, false]));
});

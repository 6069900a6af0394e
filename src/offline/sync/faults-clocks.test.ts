/** A wrong clock changes neither order nor truth. */
import { afterEach, describe, expect, test } from 'vitest';
import { CLOCK_KEY } from '../device/stored-rows.ts';
import { queued, start, stopAll, tap, world } from '../testing/world.ts';

afterEach(stopAll);

describe('clocks', () => {
  test.each([24, -24])(
    'a clock %i hours off keeps the order and tells the true time after the first answer',
    async (hours) => {
      const { server, device, engine } = await world();
      device.clock.skew = hours * 3_600_000;
      await engine.sync.pass();
      expect(engine.state.get().clockOffset).toBe(hours * 3_600_000);
      await tap(engine, 1);
      await device.clock.advance(1000);
      await tap(engine, 2);
      const [first, second] = await queued(engine);
      expect(first!.action.occurredAt).toBe(new Date(server.now() - 1000).toISOString());
      expect(first!.action.deviceTime).toBe(new Date(device.clock.now() - 1000).toISOString());
      expect(first!.action.occurredAt < second!.action.occurredAt).toBe(true);
      await engine.sync.pass();
      expect([...server.actions.values()].map((action) => action.deviceSequence)).toEqual([1, 2]);
    },
  );

  test('the offset outlives the engine', async () => {
    const { device, engine } = await world();
    device.clock.skew = 3_600_000;
    await engine.sync.pass();
    await engine.stop();
    const next = await start(device);
    expect(await next.db.meta.get(CLOCK_KEY)).toEqual({ key: CLOCK_KEY, offset: 3_600_000 });
  });
});

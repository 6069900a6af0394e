/** State that push and pull share during one pass: request timeout, fencing token, clock offset. */
import type { Instant, Uuid } from '../../domain/ids.ts';
import { fail, type Result } from '../../domain/result.ts';
import type { UserDatabase } from '../device/database.ts';
import { CLOCK_KEY, LOCKED_KEY, PASS_KEY, type PassRow } from '../device/stored-rows.ts';
import { REQUEST_TIMEOUT_MS } from '../../lib/request-timeout.ts';
import { SLOW_AFTER_MS } from './network.ts';
import type { EnginePorts } from '../device/ports.ts';

/** Thrown in a transaction when another tab took over the pass or signed out; the transaction writes nothing. */
export class PassSuperseded extends Error {
  override name = 'PassSuperseded';
}

export interface Pass {
  ports: EnginePorts;
  token: Uuid;
  /** Runs a request that ends after the timeout or when the engine stops. */
  limited<T>(request: (signal: AbortSignal) => Promise<Result<T>>): Promise<Result<T>>;
  /**
   * Stores the offset between the device's and the server's clock, assuming that the response took half the round trip.
   */
  measureClock(started: number, serverTime: Instant): Promise<void>;
  /** Throws `PassSuperseded` unless this pass is the newest. Call it inside a transaction over `meta`. */
  fence(): Promise<void>;
}

export interface PassOptions {
  stop: AbortSignal;
  /** Called when a request takes longer than `SLOW_AFTER_MS`. */
  onSilence(): void;
  onResponse(response: Result<unknown>): void;
}

/** Begins a pass, after which older passes cannot write. Throws `PassSuperseded` for a locked outbox. */
export async function beginPass(
  db: UserDatabase,
  ports: EnginePorts,
  { stop, onSilence, onResponse }: PassOptions,
): Promise<Pass> {
  const token = ports.newId();
  const alive = (): PassRow => ({ key: PASS_KEY, token, at: ports.clock.now() });
  await db.transaction('rw', db.meta, async () => {
    if (await db.meta.get(LOCKED_KEY)) throw new PassSuperseded();
    await db.meta.put(alive());
  });
  const fence = async () => {
    const row = (await db.meta.get(PASS_KEY)) as PassRow | undefined;
    if (row?.token !== token) throw new PassSuperseded();
  };
  return {
    ports,
    token,
    fence,
    async limited(request) {
      if (stop.aborted) return fail('timeout', { retry: true });
      await db.transaction('rw', db.meta, async () => {
        await fence();
        await db.meta.put(alive());
      });
      const controller = new AbortController();
      let cancel = () => {};
      const ended = new Promise<'ended'>((resolve) => {
        const end = () => {
          controller.abort();
          resolve('ended');
        };
        stop.addEventListener('abort', end, { once: true });
        const cancelLimit = ports.clock.after(REQUEST_TIMEOUT_MS, end);
        const cancelSlow = ports.clock.after(SLOW_AFTER_MS, onSilence);
        cancel = () => {
          cancelLimit();
          cancelSlow();
          stop.removeEventListener('abort', end);
        };
      });
      try {
        const first = await Promise.race([request(controller.signal), ended]);
        const response = first === 'ended' ? fail('timeout', { retry: true }) : first;
        onResponse(response);
        return response;
      } finally {
        cancel();
      }
    },
    async measureClock(started, serverTime) {
      const server = Date.parse(serverTime);
      if (Number.isNaN(server)) return;
      const offset = Math.round((started + ports.clock.now()) / 2 - server);
      await db.meta.put({ key: CLOCK_KEY, offset, confirmedAt: server });
      ports.clock.measured?.(offset);
    },
  };
}

/** What push and pull share during one pass: the time limit of a request, the fence, the clock's offset. */
import type { Instant, Uuid } from '../../domain/ids.ts';
import { fail, type Result } from '../../domain/result.ts';
import type { UserDatabase } from '../device/database.ts';
import { CLOCK_KEY, LOCKED_KEY, PASS_KEY, type PassRow } from '../device/stored-rows.ts';
import { REQUEST_TIMEOUT_MS } from '../../lib/request-timeout.ts';
import { SLOW_AFTER } from './network.ts';
import type { EnginePorts } from '../device/ports.ts';

/** Thrown inside a transaction of a pass that another tab has overtaken or signed out; nothing of it is written. */
export class PassSuperseded extends Error {
  override name = 'PassSuperseded';
}

export interface Pass {
  ports: EnginePorts;
  token: Uuid;
  /** Runs a request, ended after the limit or by the engine's stop. */
  limited<T>(request: (signal: AbortSignal) => Promise<Result<T>>): Promise<Result<T>>;
  /** Keeps the offset between the device's clock and the server's, taking half of the way for the answer's. */
  measureClock(started: number, serverTime: Instant): Promise<void>;
  /** Inside a transaction over `meta`: throws `PassSuperseded` unless this pass is the newest. */
  fence(): Promise<void>;
}

export interface PassOptions {
  stop: AbortSignal;
  /** A request is out for long. */
  onSilence(): void;
  onAnswer(answer: Result<unknown>): void;
}

/** Begins a pass: from now on whatever an older pass wants to write is refused. Throws `PassSuperseded` for a locked queue. */
export async function beginPass(
  db: UserDatabase,
  ports: EnginePorts,
  { stop, onSilence, onAnswer }: PassOptions,
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
        const cancelSlow = ports.clock.after(SLOW_AFTER, onSilence);
        cancel = () => {
          cancelLimit();
          cancelSlow();
          stop.removeEventListener('abort', end);
        };
      });
      try {
        const first = await Promise.race([request(controller.signal), ended]);
        const answer = first === 'ended' ? fail('timeout', { retry: true }) : first;
        onAnswer(answer);
        return answer;
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

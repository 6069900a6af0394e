/** Waits for the device's turn after hints: however many come, one pull waits, and none is made that another has made needless. */
import type { ChangeEvent } from '../../data/change-events.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { UserDatabase } from '../device/database.ts';
import { pullKey, type PullRow } from '../device/stored-rows.ts';
import { concernsDevice, isCovered, turnDelay } from './change-event-rules.ts';
import { clockOffset } from '../outbox/outbox.ts';
import type { EnginePorts } from '../device/ports.ts';

export interface ChangeEventWatch {
  /** Listens to a company instead of the one before; null: to none. */
  listen(companyId: Uuid | null): void;
}

/** `pull` is called when it is the device's turn; `isPulling` says that a pass is under way, which may bring it already. */
export function watchChangeEvents(
  db: UserDatabase,
  ports: EnginePorts,
  { pull, isPulling }: { pull: () => void; isPulling: () => boolean },
): ChangeEventWatch {
  const { clock } = ports;
  let stop = () => {};
  let cancel = () => {};
  let due = Infinity;
  /** What the waiting pull has to bring, merged. */
  let waiting: ChangeEvent | null = null;

  const read = async (companyId: Uuid) => ({
    row: (await db.meta.get(pullKey(companyId))) as PullRow | undefined,
    now: clock.now() - (await clockOffset(db)),
  });

  const takeTurn = async (companyId: Uuid, isStill: () => boolean) => {
    due = Infinity;
    const { row, now } = await read(companyId);
    if (!isStill() || !waiting || due !== Infinity) return;
    if (isCovered(waiting, row?.asOf)) waiting = null;
    else if (isPulling())
      arm(turnDelay(waiting, { listeners: row?.listeners ?? null, now, random: ports.random() }), {
        companyId,
        isStill,
      });
    else {
      waiting = null;
      pull();
    }
  };

  const arm = (delay: number, turn: { companyId: Uuid; isStill: () => boolean }) => {
    const at = clock.now() + delay;
    if (at >= due) return;
    cancel();
    due = at;
    cancel = clock.after(delay, () => void takeTurn(turn.companyId, turn.isStill).catch(() => {}));
  };

  const hear = async (changeEvent: ChangeEvent, turn: { companyId: Uuid; isStill: () => boolean }) => {
    const { row, now } = await read(turn.companyId);
    if (isCovered(changeEvent, row?.asOf)) return;
    const listeners = row?.listeners ?? null;
    const held = changeEvent.departures === null ? [] : await db.departures.bulkGet([...changeEvent.departures]);
    if (!turn.isStill() || !concernsDevice(changeEvent, { userId: ports.userId, listeners, holds: held.some(Boolean) }))
      return;
    waiting = waiting ? later(waiting, changeEvent) : changeEvent;
    arm(turnDelay(changeEvent, { listeners, now, random: ports.random() }), turn);
  };

  return {
    listen(companyId) {
      stop();
      cancel();
      due = Infinity;
      waiting = null;
      let listening = companyId !== null;
      const isStill = () => listening;
      const unsubscribe = companyId
        ? ports.hints(companyId, (changeEvent) => {
            // Storage that fails costs the hint; the timer pulls.
            if (listening) void hear(changeEvent, { companyId, isStill }).catch(() => {});
          })
        : () => {};
      stop = () => {
        listening = false;
        unsubscribe();
      };
    },
  };
}

/** Of two hints the one that asks for more: only a pull that covers the later change covers both. */
function later(one: ChangeEvent, other: ChangeEvent): ChangeEvent {
  if (one.at === null || other.at === null) return { ...one, at: null };
  return BigInt(one.at) > BigInt(other.at) ? one : other;
}
